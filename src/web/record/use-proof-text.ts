import { useQuery } from '@tanstack/react-query';
import type { ProofState } from '#domain/record/proof-state.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { recordSummaryQuery } from './model-figures.ts';

interface ProofText {
  readonly word: string;
  /** In a sentence. */
  readonly meaning: string;
}

/** Null: no witness is required, so nothing is proven, or the record is not loaded yet. */
export function useProofText(): ((state: ProofState) => ProofText) | null {
  const { t } = usePhrases();
  const quorum = useQuery(recordSummaryQuery).data?.witnesses.quorum ?? 0;
  if (quorum === 0) return null;
  return (state) => ({ word: t(`common.proof.${state}`), meaning: t(`common.proof.meaning.${state}`) });
}
