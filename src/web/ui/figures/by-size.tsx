import type { ReactNode } from 'react';

interface BySizeProps {
  readonly className?: string;
  readonly wide: ReactNode;
  readonly narrow: ReactNode;
}

/** Phones get their own geometry, so that labels stay legible. */
export const BySize = ({ className, wide, narrow }: BySizeProps) => (
  <div className={className}>
    <div className="phone:hidden">{wide}</div>
    <div className="hidden phone:block">{narrow}</div>
  </div>
);
