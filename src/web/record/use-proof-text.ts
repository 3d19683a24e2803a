import type { ProofState } from '#domain/record/proof-state.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { useRecordSummary } from './use-record-summary.ts';

interface ProofText {
  readonly word: string;
  /** In a sentence; without a quorum, why nothing is proven. */
  readonly meaning: string;
}

export function useProofText(): (state: ProofState) => ProofText {
  const { t } = usePhrases();
  const isRequired = useRecordSummary()?.witnesses.quorum !== 0;
  return (state) => ({
    word: t(`common.proof.${state}`),
    meaning: isRequired ? t(`common.proof.meaning.${state}`) : t('common.proof.meaning.noQuorum'),
  });
}
