import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';

export function DirectionIcon({ isUp, className = 'ic' }: { isUp: boolean; className?: string }) {
  const Arrow = isUp ? ArrowUpRight : ArrowDownRight;
  return <Arrow className={className} />;
}

export const DirectionChip = ({ isUp, children }: { isUp: boolean; children: ReactNode }) => (
  <span className={`chip ${isUp ? 'up' : 'down'}`}>
    <DirectionIcon isUp={isUp} />
    {children}
  </span>
);
