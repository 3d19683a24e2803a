import type { AutoRun } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import { getExpiry } from '../settlement/engine-signal.ts';
import type { AutoRunRow, AutoRunSignal } from './auto-runs.repository.ts';

/** History of an auto-signal run so far. */
export interface AutoRunPast {
  /** Newest first. */
  readonly signals: readonly AutoRunSignal[];
  /** Across all runs of the user. */
  readonly signalsToday: number;
}

type StopReason = NonNullable<AutoRun['stopReason']>;

type NextStep =
  /** A signal is open: its outcome is checked at `at` at the latest. */
  | { readonly kind: 'await'; readonly at: number }
  /** The outcome is known: the search for the next signal starts at `at`. */
  | { readonly kind: 'rest'; readonly at: number }
  | { readonly kind: 'search' }
  | { readonly kind: 'stop'; readonly reason: StopReason };

export const betweenSignalsMs = minuteMs;
/** Allowed delay of settlement; after it, the outcome is polled repeatedly. */
const settlementSlackMs = 10_000;

/** The next step of a running auto-signal run. Instants in milliseconds of market time. */
export function nextStep(
  run: Pick<AutoRunRow, 'state' | 'stopAfterLosses' | 'dailyLimit'>,
  past: AutoRunPast,
  now: number,
): NextStep {
  const last = past.signals[0];
  if (last && last.status !== 'settled') return { kind: 'await', at: Math.max(latestResult(last), now + 1_000) };
  if (lossesInARow(past) >= run.stopAfterLosses) return { kind: 'stop', reason: 'losses' };
  if (past.signalsToday >= run.dailyLimit) return { kind: 'stop', reason: 'daily_limit' };
  if (run.state !== 'running') return { kind: 'search' };
  return { kind: 'rest', at: Math.max(now, (last?.settledAt?.getTime() ?? now) + betweenSignalsMs) };
}

/** Since the last win; neutral and void signals neither count nor reset the series. */
export function lossesInARow({ signals }: Pick<AutoRunPast, 'signals'>): number {
  const lastWin = signals.findIndex(({ result }) => result === 'successful');
  const since = lastWin === -1 ? signals : signals.slice(0, lastWin);
  return since.filter(({ result }) => result === 'unsuccessful').length;
}

/** Latest time at which the outcome of a signal is known, unless settlement is delayed. */
export const latestResult = (signal: Pick<AutoRunSignal, 'issuedAt' | 'expiresAt' | 'duration'>): number =>
  getExpiry(signal) + settlementSlackMs;
