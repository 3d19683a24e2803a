import type { Signal } from '#contract/signals.ts';
import { limits, maxChase } from '#domain/signals/limits.ts';

/** Whether a loss may be chased, as far as known in this browser; the server decides. */
export type ChaseOffer =
  | { readonly kind: 'none' }
  /** `lostSteps`: this loss and the earlier ones of its chain; `until`: an instant. */
  | { readonly kind: 'open'; readonly until: number; readonly lostSteps: number }
  | { readonly kind: 'late' }
  | { readonly kind: 'ended' };

export function chaseOffer(signal: Signal, signals: readonly Signal[], now: number): ChaseOffer {
  // Practice is no loss: nothing was to be staked on it.
  if (signal.result !== 'unsuccessful' || signal.expiresAt === null || !signal.hasEdge) return { kind: 'none' };
  if (signals.some(({ chaseOf, result }) => chaseOf === signal.id && result !== 'void')) return { kind: 'none' };
  const lostSteps = chaseStep(signal, signals);
  if (lostSteps > maxChase) return { kind: 'ended' };
  const until = Date.parse(signal.expiresAt) + limits.chaseWindowMs;
  return now < until ? { kind: 'open', until, lostSteps } : { kind: 'late' };
}

/** The place of a signal in its chain: 1 before any chase. */
export function chaseStep({ chaseOf }: Signal, signals: readonly Signal[]): number {
  if (chaseOf === undefined) return 1;
  const before = signals.find(({ id }) => id === chaseOf);
  return 1 + (before ? chaseStep(before, signals) : 1);
}

/** The id of the signal with which the chain began. */
export function chaseRoot({ id, chaseOf }: Signal, signals: readonly Signal[]): string {
  if (chaseOf === undefined) return id;
  const before = signals.find((one) => one.id === chaseOf);
  return before ? chaseRoot(before, signals) : chaseOf;
}
