import type { ReactNode } from 'react';

type StatCard = readonly [name: string, value: string, note: ReactNode, icon?: ReactNode];

/** Figures in a row of cards, each with a name, a value and its meaning. */
export const StatCards = ({ stats }: { stats: readonly StatCard[] }) => (
  <div className="grid grid-cols-4 gap-4 phone:gap-2.5 phone:grid-cols-[1fr_1fr]">
    {stats.map(([name, value, note, icon]) => (
      <div key={name} className="card stat">
        <span className="lab">
          {icon}
          {name}
        </span>
        <span className="v">{value}</span>
        <span className="text-13 text-ink-3">{note}</span>
      </div>
    ))}
  </div>
);
