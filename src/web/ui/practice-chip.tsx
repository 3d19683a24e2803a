import { FlaskConical } from 'lucide-react';
import { Chip } from '#web/ui/chip.tsx';
import { usePhrases } from '../language/use-phrases.ts';

/** Marks a signal without an edge. Its tone belongs to no direction and no outcome. */
export function PracticeChip({ className = '' }: { className?: string }) {
  const { t } = usePhrases();
  return <Chip className={`practice ${className}`} icon={FlaskConical} text={t('common.practice')} />;
}
