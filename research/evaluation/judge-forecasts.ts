import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import type { Forecast, Forecaster } from '#engine/forecast/forecaster.ts';
import { noOutcome, outcomeAt } from '#engine/bar/bar-outcome.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import type { MarketBar } from '../bars/walk-market.ts';
import { forecastMarket, type JudgedRange } from './forecast-market.ts';

/** All forecasts of one model for one duration, with their outcomes. */
export interface Judgement {
  readonly model: AiModelKey;
  readonly duration: Duration;
  readonly verdicts: Verdicts;
}

interface DelayedJudgement extends Judgement {
  /** Minutes between the decision and the price at which the signal is entered; 0 is the rule. */
  readonly entryDelay: number;
}

/**
 * Forecasts every bar of a market in the range and compares each forecast with its outcome, once
 * for each of the delays.
 */
export function judgeForecasts(
  forecasters: readonly Forecaster[],
  tables: readonly BarTable[],
  range: JudgedRange,
  entryDelays: readonly number[] = [0],
  onForecast?: (forecast: Forecast, bar: MarketBar) => void,
): DelayedJudgement[] {
  const seen = tables.filter(({ time }) => time.some((start) => start >= range.from && start < range.to));
  const judgements = forecasters.flatMap(({ key }) =>
    durations.map((duration) =>
      entryDelays.map((entryDelay) => ({ model: key, duration, entryDelay, verdicts: createVerdicts() })),
    ),
  );
  forecastMarket(forecasters, seen, range, (column, forecast, bar) => {
    const { table, i } = bar;
    onForecast?.(forecast, bar);
    for (const { duration, entryDelay, verdicts } of judgements[column] ?? []) {
      const outcome = outcomeAt(table, i, duration, entryDelay);
      if (outcome === noOutcome) verdicts.withoutOutcome += 1;
      else verdicts.add(forecast.pUp, outcome, marketSessions.indexOf(forecast.session));
    }
  });
  return judgements.flat();
}

/**
 * Forecasts and their outcomes in growing columns, because millions of objects would be too
 * expensive.
 */
export interface Verdicts {
  readonly size: number;
  /** Forecasts without a price in the entry or closing minute. */
  withoutOutcome: number;
  add(pUp: number, outcome: number, session: number): void;
  pUp(i: number): number;
  /** −1, 0 (a tie) or 1. */
  outcome(i: number): number;
  session(i: number): number;
}

export function createVerdicts(): Verdicts {
  let capacity = 1 << 16;
  let size = 0;
  let pUps = new Float64Array(capacity);
  let notes = new Int8Array(2 * capacity);

  function grow(): void {
    capacity *= 2;
    const [oldPUps, oldNotes] = [pUps, notes];
    pUps = new Float64Array(capacity);
    notes = new Int8Array(2 * capacity);
    pUps.set(oldPUps);
    notes.set(oldNotes);
  }

  return {
    get size() {
      return size;
    },
    withoutOutcome: 0,
    add(pUp, outcome, session) {
      if (size === capacity) grow();
      pUps[size] = pUp;
      notes[2 * size] = outcome;
      notes[2 * size + 1] = session;
      size += 1;
    },
    pUp: (i) => pUps[i] as number,
    outcome: (i) => notes[2 * i] as number,
    session: (i) => notes[2 * i + 1] as number,
  };
}
