import { ShieldAlert } from 'lucide-react';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { clearCheckpoint } from '#web/record/saved-checkpoint.ts';
import { readStored } from '#web/storage/stored.ts';
import { Button } from '#web/ui/button.tsx';

/** What this browser saved and what contradicts it: both signed notes, for comparison by others. */
export default function ContradictionNote({ kind }: { kind: 'rewritten' | 'other_key' }) {
  const { t } = usePhrases();
  return (
    <section className="note bad rec-contradiction mb-6" role="alert">
      <ShieldAlert className="ic" />
      <div className="flex flex-col gap-3 min-w-0">
        <p>
          <Rich text={t(`record.contradiction.${kind}`)} />
        </p>
        <details>
          <summary className="cursor-pointer text-ink-1">{t('record.contradiction.evidence')}</summary>
          <p className="text-14">{t('record.contradiction.whatToDo')}</p>
          <code className="mono">{`npm run verify-record -- ${location.origin} --since checkpoint.txt`}</code>
          <pre className="mono wrap-anywhere whitespace-pre-wrap">{readStored('record-checkpoint')?.note}</pre>
          <pre className="mono wrap-anywhere whitespace-pre-wrap">{readStored('record-contradiction')?.note}</pre>
        </details>
        <Button look="s sm" onClick={clearCheckpoint} text={t('record.contradiction.forget')} />
      </div>
    </section>
  );
}
