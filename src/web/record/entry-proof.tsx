import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, BadgeQuestionMark, Hourglass, type LucideIcon } from 'lucide-react';
import type { ProofState } from '#domain/record/proof-state.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { recordStartQuery } from './figures.ts';

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

interface ProofText {
  readonly word: string;
  readonly meaning: string;
}

/** Null: no witness is required, so nothing is proven, or the record is not loaded yet. */
export function useProofText(): ((state: ProofState) => ProofText) | null {
  const { t } = usePhrases();
  const quorum = useQuery(recordStartQuery).data?.witnesses.quorum ?? 0;
  if (quorum === 0) return null;
  return (state) => ({ word: t(`common.proof.${state}`), meaning: t(`common.proof.meaning.${state}`) });
}
