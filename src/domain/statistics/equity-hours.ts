import { type DecidingPrices, judgeStatement, type ModelStatements } from '../record/shadow-minute.ts';
import type { Outcome } from '../signals/outcome.ts';
import { getHour, hourMs } from '../time.ts';
import { appendToRuns, emptyRuns, type LossRuns } from './loss-runs.ts';
import type { TallyKey } from './model-figures.ts';

/** One stake on each forecast of an hour. */
export interface EquityHour {
  won: number;
  lost: number;
  neutral: number;
  runs: LossRuns;
  /** Time of the last forecast, milliseconds UTC. */
  lastAt: number;
}

/** Keyed by hours since 1970. Excludes void forecasts. */
export type EquityHours = Record<number, EquityHour>;

/** By model: shadow forecasts that it would have issued, in the hour in which they were stated. */
export type ShadowHours = Partial<Record<TallyKey, EquityHours>>;

export const startOfHour = (hour: number): number => hour * hourMs;

export const emptyHour = (): EquityHour => ({ won: 0, lost: 0, neutral: 0, runs: emptyRuns(), lastAt: 0 });

/** The outcomes of an hour must be added in record order. */
export function addOutcome(hour: EquityHour, outcome: Exclude<Outcome, 'void'>, at: number): void {
  hour.lastAt = Math.max(hour.lastAt, at);
  if (outcome === 'neutral') {
    hour.neutral++;
    return;
  }
  const isWon = outcome === 'successful';
  hour.runs = appendToRuns(hour.runs, isWon);
  if (isWon) hour.won++;
  else hour.lost++;
}

/**
 * Adds the forecasts of a minute that the models would have issued. `statedAt`: milliseconds UTC.
 */
export function addIssued(
  hours: ShadowHours,
  stated: readonly ModelStatements[],
  prices: DecidingPrices,
  statedAt: number,
): void {
  const hour = getHour(statedAt);
  for (const { model, statements } of stated) {
    for (const statement of statements) {
      const outcome = statement.isIssued ? judgeStatement(statement, prices) : 'void';
      if (outcome === 'void') continue;
      for (const key of [model, 'all'] as const) {
        const own = (hours[key] ??= {});
        addOutcome((own[hour] ??= emptyHour()), outcome, statedAt);
      }
    }
  }
}
