import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from './chip.tsx';

export function DirectionIcon({ isUp, className = 'ic' }: { isUp: boolean; className?: string }) {
  const Arrow = isUp ? ArrowUpRight : ArrowDownRight;
  return <Arrow className={className} />;
}

export const DirectionChip = ({ isUp, children }: { isUp: boolean; children: ReactNode }) => (
  <Chip className={isUp ? 'up' : 'down'} icon={isUp ? ArrowUpRight : ArrowDownRight} text={children} />
);
