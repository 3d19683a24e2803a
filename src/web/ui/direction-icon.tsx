import { ArrowDownRight, ArrowUpRight } from 'lucide-react';

export function DirectionIcon({ isUp, className = 'ic' }: { isUp: boolean; className?: string }) {
  const Arrow = isUp ? ArrowUpRight : ArrowDownRight;
  return <Arrow className={className} />;
}
