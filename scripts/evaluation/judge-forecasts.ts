import type { AiModelKey } from '#domain/ai-model.ts';
import { type Duration, durations } from '#domain/duration.ts';
import { tradingSessions } from '#domain/trading-session.ts';
import { createFeatureStream } from '#engine/features/feature-stream.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { noOutcome, outcomeAt } from '../bars/bar-outcome.ts';
import { type BarTable, barAt } from '../bars/load-bars.ts';
import { createVerdicts, type Verdicts } from './verdicts.ts';

/** All forecasts of one model for one duration, with what came of them. */
export interface Judgement {
  readonly model: AiModelKey;
  readonly duration: Duration;
  readonly verdicts: Verdicts;
}

export interface Judge {
  /** Forecasts every bar with `from` <= time < `to`; earlier bars only warm the features up. */
  addTable(table: BarTable, from: number, to: number): void;
  readonly judgements: readonly Judgement[];
  readonly symbols: readonly string[];
}

/** `entryDelay`: minutes between the decision's bar and the next price at which the signal is entered; 0 is the rule. */
export function createJudge(forecasters: readonly Forecaster[], entryDelay = 0): Judge {
  const symbols: string[] = [];
  const judgements = forecasters.flatMap((forecaster) =>
    durations.map((duration) => ({ forecaster, model: forecaster.key, duration, verdicts: createVerdicts() })),
  );

  function addTable(table: BarTable, from: number, to: number): void {
    if (!table.time.some((time) => time >= from && time < to)) return;
    if (!symbols.includes(table.symbol)) symbols.push(table.symbol);
    const pair = symbols.indexOf(table.symbol);
    const stream = createFeatureStream(table.symbol);
    for (let i = 0; i < table.size; i += 1) {
      const bar = barAt(table, i);
      if (bar.time >= to) return;
      const features = stream.push(bar);
      if (!features || bar.time < from) continue;
      for (const { forecaster, duration, verdicts } of judgements) {
        const forecast = forecaster.forecast(table.symbol, bar.time, features, duration);
        if (!forecast) continue;
        const outcome = outcomeAt(table, i, duration, entryDelay);
        if (outcome === noOutcome) verdicts.withoutOutcome += 1;
        else verdicts.add(forecast.pUp, forecast.signalled, outcome, tradingSessions.indexOf(forecast.session), pair);
      }
    }
  }

  return { addTable, judgements, symbols };
}
