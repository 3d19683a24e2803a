import type { SignalSession } from '#contract/signals.ts';
import { type Duration, durationMs } from '#domain/market/duration.ts';
import { limits } from '#domain/signals/limits.ts';
import type { SessionRow, SessionSignal } from './signal-sessions.repository.ts';

/** What a session has brought so far. */
export interface SessionPast {
  /** The newest first. */
  readonly signals: readonly SessionSignal[];
  /** Of all sessions of the user. */
  readonly signalsToday: number;
}

type StopReason = NonNullable<SignalSession['stopReason']>;

export type NextStep =
  /** A signal is open: its result is looked for at `at` at the latest. */
  | { readonly kind: 'await'; readonly at: number }
  /** A result is there: the next signal is looked for at `at`. */
  | { readonly kind: 'rest'; readonly at: number }
  | { readonly kind: 'search' }
  | { readonly kind: 'stop'; readonly reason: StopReason };

export const betweenSignalsMs = 60_000;
/** A settler may be late by this; then its signals are looked at again and again. */
const settlementSlackMs = 10_000;

/** What comes next for a session that runs. Instants in milliseconds of the market's clock. */
export function nextStep(
  session: Pick<SessionRow, 'state' | 'stopAfterLosses' | 'dailyLimit'>,
  past: SessionPast,
  now: number,
): NextStep {
  const last = past.signals[0];
  if (last && last.status !== 'settled') return { kind: 'await', at: Math.max(latestResult(last), now + 1_000) };
  if (lossesInARow(past) >= session.stopAfterLosses) return { kind: 'stop', reason: 'losses' };
  if (past.signalsToday >= session.dailyLimit) return { kind: 'stop', reason: 'daily_limit' };
  if (session.state !== 'running') return { kind: 'search' };
  return { kind: 'rest', at: Math.max(now, (last?.settledAt?.getTime() ?? now) + betweenSignalsMs) };
}

/** Since the last win; ties and void signals neither add to them nor end them. */
export function lossesInARow({ signals }: Pick<SessionPast, 'signals'>): number {
  const lastWin = signals.findIndex(({ result }) => result === 'successful');
  const since = lastWin === -1 ? signals : signals.slice(0, lastWin);
  return since.filter(({ result }) => result === 'unsuccessful').length;
}

/** When the result of a signal is there at the latest, unless the settler is in trouble. */
export const latestResult = ({
  issuedAt,
  expiresAt,
  duration,
}: Pick<SessionSignal, 'issuedAt' | 'expiresAt' | 'duration'>): number =>
  (expiresAt?.getTime() ?? issuedAt.getTime() + limits.entryWindowMs + durationMs(duration as Duration)) +
  settlementSlackMs;
