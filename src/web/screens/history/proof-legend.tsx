import type { RecordedSignal } from '#contract/statistics.ts';
import { proofStates } from '#domain/record/proof-state.ts';
import { ProofIcon } from '#web/record/proof-icon.tsx';
import { useProofText } from '#web/record/use-proof-text.ts';

/** What the marks of these signals mean, where their tooltips are out of reach. */
export function ProofLegend({ signals }: { signals: readonly RecordedSignal[] }) {
  const proofText = useProofText();
  if (!proofText) return null;
  const states = proofStates.filter((state) => signals.some(({ proof }) => proof === state));
  return states.map((state) => {
    const { word, meaning } = proofText(state);
    return (
      <span key={state} className="flex gap-2">
        <ProofIcon state={state} />
        <span>
          {word}. {meaning}
        </span>
      </span>
    );
  });
}
