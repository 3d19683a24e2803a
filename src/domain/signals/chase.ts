import { signalLimits, maxChase } from './limits.ts';
import type { Outcome } from './outcome.ts';

interface Lost {
  readonly result: Outcome | null;
  /** Milliseconds. */
  readonly expiresAt: number | null;
  /** Whether another signal chases it; void ones do not count. */
  readonly isChased: boolean;
  /** This signal and those before it in its chain. */
  readonly steps: number;
}

/** Whether a signal may be chased. */
export type ChaseOffer =
  | { readonly kind: 'none' }
  /** `stepsLeft`: chases still possible; `until`: an instant. */
  | { readonly kind: 'open'; readonly until: number; readonly stepsLeft: number }
  | { readonly kind: 'late' }
  | { readonly kind: 'ended' };

/** Any loss of its user may be chased, practice included. `now`: milliseconds. */
export function findChaseOffer({ result, expiresAt, isChased, steps }: Lost, now: number): ChaseOffer {
  if (result !== 'unsuccessful' || expiresAt === null || isChased) return { kind: 'none' };
  const stepsLeft = maxChase + 1 - steps;
  if (stepsLeft === 0) return { kind: 'ended' };
  const until = expiresAt + signalLimits.chaseWindowMs;
  return now < until ? { kind: 'open', until, stepsLeft } : { kind: 'late' };
}
