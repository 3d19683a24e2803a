import { Stamp, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

/** Links to the signal's entry in the record, and removes it from the list. */
export function RowActions({ signal, onRemove }: { signal: Signal; onRemove: (signal: Signal) => void }) {
  const { t, f, lang } = usePhrases();
  const which = { pair: pairName(signal.symbol), time: f.clock(Date.parse(signal.time)) };
  return (
    <span className="flex items-center gap-3 hist-acts">
      <Link className="ibtn bare" to={paths.record(lang, signal.id)} aria-label={t('history.table.proof', which)}>
        <Stamp className="ic" aria-hidden="true" />
      </Link>
      <button
        type="button"
        className="ibtn bare"
        data-remove={signal.id}
        aria-label={t('history.table.remove', which)}
        onClick={() => onRemove(signal)}
      >
        <Trash2 className="ic" aria-hidden="true" />
      </button>
    </span>
  );
}
