import type { Signal } from '#contract/signals.ts';
import { limits, maxChase } from '#domain/signals/limits.ts';

/** Whether a loss may be chased, as far as known in this browser; the server decides. */
export type ChaseOffer =
  | { readonly kind: 'none' }
  /**
   * `lostStakes`: of this loss and the earlier ones of its chain, without practice; `stepsLeft`: chases
   * still possible; `until`: an instant.
   */
  | { readonly kind: 'open'; readonly until: number; readonly lostStakes: number; readonly stepsLeft: number }
  | { readonly kind: 'late' }
  | { readonly kind: 'ended' };

export function chaseOffer(signal: Signal, signals: readonly Signal[], now: number): ChaseOffer {
  if (signal.result !== 'unsuccessful' || signal.expiresAt === null) return { kind: 'none' };
  if (signals.some(({ chaseOf, result }) => chaseOf === signal.id && result !== 'void')) return { kind: 'none' };
  const stepsLeft = maxChase + 1 - chaseStep(signal, signals);
  if (stepsLeft === 0) return { kind: 'ended' };
  const until = Date.parse(signal.expiresAt) + limits.chaseWindowMs;
  return now < until ? { kind: 'open', until, lostStakes: countStakes(signal, signals), stepsLeft } : { kind: 'late' };
}

/** The place of a signal in its chain, practice included: 1 before any chase. */
export const chaseStep = (signal: Signal, signals: readonly Signal[]): number => countChain(signal, signals, () => 1);

/** The signals of a chain up to this one that were worth a stake: nothing is staked on practice. */
export const countStakes = (signal: Signal, signals: readonly Signal[]): number =>
  countChain(signal, signals, ({ hasEdge }) => (hasEdge ? 1 : 0));

/** An earlier signal that is not among those loaded counts as one with an edge. */
function countChain(signal: Signal, signals: readonly Signal[], count: (signal: Signal) => 0 | 1): number {
  if (signal.chaseOf === undefined) return count(signal);
  const before = signals.find(({ id }) => id === signal.chaseOf);
  return count(signal) + (before ? countChain(before, signals, count) : 1);
}

/** The id of the signal with which the chain began. */
export function chaseRoot({ id, chaseOf }: Signal, signals: readonly Signal[]): string {
  if (chaseOf === undefined) return id;
  const before = signals.find((one) => one.id === chaseOf);
  return before ? chaseRoot(before, signals) : chaseOf;
}
