import { BadgeCheck, BadgeQuestionMark, Hourglass, type LucideIcon } from 'lucide-react';
import type { ProofState } from '#domain/record/proof-state.ts';

const icons: Readonly<Record<ProofState, LucideIcon>> = {
  proven: BadgeCheck,
  pending: Hourglass,
  unproven: BadgeQuestionMark,
};

/** A shape for each state; the word is beside it or in the accessible name. */
export function ProofIcon({ state }: { state: ProofState }) {
  const Icon = icons[state];
  return <Icon className="ic" />;
}

/** Long enough to tell two hashes apart by eye. */
export const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`;
