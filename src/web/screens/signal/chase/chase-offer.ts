import type { Signal } from '#contract/signals.ts';
import { type ChaseOffer as Offer, findChaseOffer } from '#domain/signals/chase.ts';

type Open = Extract<Offer, { kind: 'open' }>;

/** `lostStakes`: of this loss and the earlier ones of its chain, without practice. */
export type ChaseOffer = Exclude<Offer, Open> | (Open & { readonly lostStakes: number });

/** As far as known in this browser; the server decides by the same rule. */
export function chaseOffer(signal: Signal, signals: readonly Signal[], now: number): ChaseOffer {
  const { id, result, expiresAt } = signal;
  const isChased = signals.some((one) => one.chaseOf === id && one.result !== 'void');
  const steps = chaseStep(signal, signals);
  const lost = { result, expiresAt: expiresAt === null ? null : Date.parse(expiresAt), isChased, steps };
  const offer = findChaseOffer(lost, now);
  return offer.kind === 'open' ? { ...offer, lostStakes: countStakes(signal, signals) } : offer;
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
