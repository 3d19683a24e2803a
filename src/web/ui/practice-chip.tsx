import { FlaskConical } from 'lucide-react';
import { usePhrases } from '../language/use-phrases.ts';

/** Marks a signal without an edge. Its tone belongs to no direction and no outcome. */
export function PracticeChip({ className = '' }: { className?: string }) {
  const { t } = usePhrases();
  return (
    <span className={`chip practice ${className}`}>
      <FlaskConical className="ic" />
      {t('common.practice')}
    </span>
  );
}
