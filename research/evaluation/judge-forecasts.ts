import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { createMarketFeatures } from '#engine/features/market-features.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { noOutcome, outcomeAt } from '../bars/bar-outcome.ts';
import type { BarTable } from '../bars/load-bars.ts';
import { symbolsOf, walkMarket } from '../bars/walk-market.ts';
import { createVerdicts, type Verdicts } from './verdicts.ts';

/** All forecasts of one model for one duration, with their outcomes. */
export interface Judgement {
  readonly model: AiModelKey;
  readonly duration: Duration;
  readonly verdicts: Verdicts;
}

export interface Judged {
  readonly judgements: readonly Judgement[];
  readonly symbols: readonly string[];
}

/**
 * The evaluated bars: `from` <= time < `to`, milliseconds UTC; earlier ones only warm the features
 * up.
 */
export interface JudgedRange {
  readonly from: number;
  readonly to: number;
  /**
   * Minutes between the decision's bar and the price at which the signal is entered; 0 is the rule.
   */
  readonly entryDelay?: number;
}

/** Forecasts every bar of a market in the range and compares each forecast with its outcome. */
export function judgeForecasts(
  forecasters: readonly Forecaster[],
  tables: readonly BarTable[],
  { from, to, entryDelay = 0 }: JudgedRange,
): Judged {
  const seen = tables.filter(({ time }) => time.some((start) => start >= from && start < to));
  const symbols = symbolsOf(seen);
  const market = createMarketFeatures(symbols);
  const judgements = forecasters.flatMap((forecaster) =>
    durations.map((duration) => ({ forecaster, model: forecaster.key, duration, verdicts: createVerdicts() })),
  );
  for (const minute of walkMarket(seen)) {
    const time = minute[0]?.bar.time ?? to;
    if (time >= to) break;
    for (const { pair, bar } of minute) market.push(pair, bar);
    market.close(time);
    if (time < from) continue;
    for (const { pair, table, i } of minute) {
      const features = market.vector(pair);
      if (!features) continue;
      for (const { forecaster, duration, verdicts } of judgements) {
        const forecast = forecaster.forecast(table.symbol, time, features, duration);
        if (!forecast) continue;
        const outcome = outcomeAt(table, i, duration, entryDelay);
        if (outcome === noOutcome) verdicts.withoutOutcome += 1;
        else verdicts.add(forecast.pUp, forecast.signalled, outcome, marketSessions.indexOf(forecast.session), pair);
      }
    }
  }
  return { judgements, symbols };
}
