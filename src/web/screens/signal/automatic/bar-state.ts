import type { Signal, AutoRun } from '#contract/signals.ts';
import { durationMs } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';

type StopReason = NonNullable<AutoRun['stopReason']>;

/** State of the bar. `left` in milliseconds, `share` is the remaining part of the whole wait. */
export type BarState =
  | { readonly kind: 'waiting' | 'none'; readonly left: number; readonly share: number }
  | { readonly kind: 'searching' | 'running' }
  | { readonly kind: 'entering' | 'settling'; readonly symbol: string }
  | { readonly kind: 'live'; readonly symbol: string; readonly left: number; readonly share: number }
  | { readonly kind: 'stopped'; readonly reason: StopReason };

/** Delay between an outcome and the next search. */
const pauseMs = minuteMs;

/** `active`: the user's open signal; `now`: server time. */
export function barState(run: AutoRun, active: Signal | null, now: number): BarState {
  if (run.state === 'stopped') return { kind: 'stopped', reason: run.stopReason ?? 'user' };
  if (active) return ofSignal(active, now);
  if (run.state === 'running') return { kind: 'running' };
  const left = run.nextSignalAt === null ? 0 : Date.parse(run.nextSignalAt) - now;
  if (left <= 0) return { kind: 'searching' };
  return { kind: run.state === 'waiting' ? 'waiting' : 'none', left, share: Math.min(1, left / pauseMs) };
}

function ofSignal({ symbol, expiresAt, duration }: Signal, now: number): BarState {
  if (expiresAt === null) return { kind: 'entering', symbol };
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { kind: 'settling', symbol };
  return { kind: 'live', symbol, left, share: Math.min(1, left / durationMs(duration)) };
}
