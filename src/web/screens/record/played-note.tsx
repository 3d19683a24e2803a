import { History } from 'lucide-react';
import type { RecordSummary } from '#contract/record-views.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/note.tsx';

/** Shadow figures include the minutes that the demo played at its first start. */
export function PlayedNote({ played }: { readonly played: RecordSummary['played'] }) {
  const { t, f } = usePhrases();
  if (!played) return null;
  return (
    <div className="rec-played">
      <Note icon={History}>{t('record.played', { count: played.minutes, number: f.count(played.minutes) })}</Note>
    </div>
  );
}
