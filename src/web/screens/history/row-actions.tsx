import { Stamp, Trash2 } from 'lucide-react';
import { type RefCallback, useCallback } from 'react';
import { Link, useLocation } from 'react-router';
import type { RecordedSignal } from '#contract/statistics.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths, signalAnchor } from '#web/paths.ts';
import { ProofIcon, useProofText } from '#web/record/entry-proof.tsx';

interface RowActionsProps {
  readonly signal: RecordedSignal;
  readonly onRemove: (signal: RecordedSignal) => void;
}

/** Links to the signal's entry in the record, with its proof, and removes it from the list. */
export function RowActions({ signal, onRemove }: RowActionsProps) {
  const { t, f, lang } = usePhrases();
  const which = { pair: pairName(signal.symbol), time: f.clock(Date.parse(signal.time)) };
  const proof = useProofText()?.(signal.proof);
  const entry = t('history.table.proof', which);
  return (
    <span className="flex items-center gap-3 [&_.ic]:size-4.5 [&_.ic]:text-ink-3" data-row-actions>
      {signal.recordIndex !== null && (
        <Link
          className="ibtn bare"
          to={paths.record(lang, signal.recordIndex)}
          aria-label={proof ? `${entry}. ${proof.word}` : entry}
          title={proof && `${proof.word}. ${proof.meaning}`}
        >
          {proof ? <ProofIcon state={signal.proof} /> : <Stamp className="ic" />}
        </Link>
      )}
      <button
        type="button"
        className="ibtn bare"
        data-remove={signal.id}
        aria-label={t('history.table.remove', which)}
        onClick={() => onRemove(signal)}
      >
        <Trash2 className="ic" />
      </button>
    </span>
  );
}

interface LinkedRow<Row> {
  readonly id: string;
  readonly ref: RefCallback<Row>;
  readonly 'aria-current': true | undefined;
}

/**
 * Attributes of a signal's row: the one that the address names is scrolled to once it exists. At
 * once, because a smooth scroll would end beside it when a card above is loaded meanwhile.
 */
export function useLinkedRow<Row extends HTMLElement>(signalId: string): LinkedRow<Row> {
  const id = signalAnchor(signalId);
  const isLinked = useLocation().hash === `#${id}`;
  const ref = useCallback(
    (row: Row | null) => {
      if (row && isLinked) row.scrollIntoView({ block: 'center', behavior: 'instant' });
    },
    [isLinked],
  );
  return { id, ref, 'aria-current': isLinked || undefined };
}
