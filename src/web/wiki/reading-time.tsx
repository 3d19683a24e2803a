import { Clock } from 'lucide-react';
import { usePhrases } from '../language/use-phrases.ts';

export function ReadingTime({ minutes }: { minutes: number }) {
  const { t } = usePhrases();
  return (
    <span className="flex items-center gap-2 text-13 text-ink-3">
      <Clock className="ic" size={16} aria-hidden="true" />
      {t('wiki.minutes', { minutes })}
    </span>
  );
}
