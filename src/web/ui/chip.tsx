import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface ChipProps {
  /** Its tone, and further classes. */
  readonly className?: string;
  readonly icon: LucideIcon;
  readonly text: ReactNode;
}

/** A state in a word, with its icon. */
export const Chip = ({ className = '', icon: Icon, text }: ChipProps) => (
  <span className={`chip ${className}`.trimEnd()}>
    <Icon className="ic" />
    {text}
  </span>
);
