import { ShieldAlert } from 'lucide-react';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { clearCheckpoint } from '#web/record/check/saved-checkpoint.ts';
import type { useContradiction } from '#web/record/use-contradiction.ts';
import { readStored } from '#web/storage/stored.ts';
import { Button } from '#web/ui/button.tsx';

type Kind = NonNullable<ReturnType<typeof useContradiction>>;

const phrases = {
  rewritten: 'recordCheck.contradiction.rewritten',
  other_key: 'recordCheck.contradiction.otherKey',
  unproven: 'recordCheck.contradiction.unproven',
} as const;

/**
 * The checkpoint this browser saved and the one that contradicts or does not prove to continue it:
 * both signed notes, for independent comparison.
 */
export function ContradictionNote({ kind }: { kind: Kind }) {
  const { t } = usePhrases();
  const found = readStored(kind === 'unproven' ? 'record-unproven' : 'record-contradiction');
  return (
    <section className="note bad rec-contradiction" role="alert">
      <ShieldAlert className="ic" />
      <div className="flex flex-col gap-3 min-w-0">
        <p>
          <Rich text={t(phrases[kind])} />
        </p>
        {kind === 'unproven' && (
          <>
            <p>{t('recordCheck.contradiction.whatToDo')}</p>
            <code className="mono">{`npm run verify-record -- ${location.origin} --since checkpoint.txt`}</code>
          </>
        )}
        <details>
          <summary>{t('recordCheck.contradiction.evidence')}</summary>
          <h2 className="text-13 text-ink-3">{t('recordCheck.contradiction.kept')}</h2>
          <pre className="mono">{readStored('record-checkpoint')?.note}</pre>
          <h2 className="text-13 text-ink-3">{t('recordCheck.contradiction.found')}</h2>
          <pre className="mono">{found?.note}</pre>
        </details>
        {kind !== 'unproven' && (
          <Button look="s sm" onClick={clearCheckpoint} text={t('recordCheck.contradiction.forget')} />
        )}
      </div>
    </section>
  );
}
