import { History } from 'lucide-react';
import type { RecordSummary } from '#contract/record/views.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/feedback/note.tsx';

interface PlayedNoteProps {
  /** Null: none, or not loaded yet. */
  readonly played: RecordSummary['played'];
  readonly className?: string;
}

/**
 * Stands beside shadow figures that include the minutes that the demo played at its first start.
 */
export function PlayedNote({ played, className }: PlayedNoteProps) {
  const { t, f } = usePhrases();
  if (!played) return null;
  return (
    <div className={className}>
      <Note icon={History}>{t('common.played', { count: played.minutes, number: f.count(played.minutes) })}</Note>
    </div>
  );
}
