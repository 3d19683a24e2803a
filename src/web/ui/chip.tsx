import { FlaskConical, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePhrases } from '../language/use-phrases.ts';

interface ChipProps {
  readonly className?: string;
  readonly icon: LucideIcon;
  readonly text: ReactNode;
}

/** A state as an icon and a word. */
export const Chip = ({ className = '', icon: Icon, text }: ChipProps) => (
  <span className={`chip ${className}`.trimEnd()}>
    <Icon className="ic" />
    {text}
  </span>
);

/** Marks a signal without an edge. Its colour is that of no direction and no outcome. */
export function PracticeChip({ className = '' }: { className?: string }) {
  const { t } = usePhrases();
  return <Chip className={`practice ${className}`} icon={FlaskConical} text={t('common.practice')} />;
}
