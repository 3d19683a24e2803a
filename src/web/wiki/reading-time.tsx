import { Clock } from 'lucide-react';
import { usePhrases } from '../language/use-phrases.ts';

export function ReadingTime({ minutes }: { minutes: number }) {
  const { t } = usePhrases();
  return (
    <span className="row g2 s13 t3">
      <Clock className="ic" size={16} aria-hidden="true" />
      {t('wiki.minutes', { minutes })}
    </span>
  );
}
