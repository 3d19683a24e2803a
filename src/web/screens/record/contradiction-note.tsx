import { ShieldAlert } from 'lucide-react';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { clearCheckpoint } from '#web/record/clear-checkpoint.ts';
import { useContradiction } from '#web/record/use-contradiction.ts';
import { readStored } from '#web/storage/stored.ts';

/**
 * The checkpoint this browser saved and the one that contradicts it: both signed notes, for
 * independent comparison.
 */
export function ContradictionNote() {
  const { t } = usePhrases();
  const kind = useContradiction();
  if (kind === null) return null;
  const found = readStored('record-contradiction');
  return (
    <section className="note bad rec-contradiction" role="alert">
      <ShieldAlert className="ic" aria-hidden="true" />
      <div className="flex flex-col gap-3 min-w-0">
        <p>
          <Rich text={t(kind === 'rewritten' ? 'record.contradiction.rewritten' : 'record.contradiction.otherKey')} />
        </p>
        <details>
          <summary>{t('record.contradiction.evidence')}</summary>
          <h3 className="text-13 text-ink-3">{t('record.contradiction.kept')}</h3>
          <pre className="mono">{readStored('record-checkpoint')?.note}</pre>
          <h3 className="text-13 text-ink-3">{t('record.contradiction.found')}</h3>
          <pre className="mono">{found?.note}</pre>
        </details>
        <button type="button" className="btn btn-s btn-sm" onClick={clearCheckpoint}>
          {t('record.contradiction.forget')}
        </button>
      </div>
    </section>
  );
}
