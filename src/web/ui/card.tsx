import type { ComponentProps, ReactNode } from 'react';
import { SelfHealing } from './feedback/self-healing.tsx';

interface CardProps extends Omit<ComponentProps<'section'>, 'id' | 'title'> {
  readonly title: ReactNode;
  /** Id of the heading; with it the card is a region named by its heading. */
  readonly titleId?: string;
  readonly headingClass?: 'h3' | 'h4';
  readonly aside?: ReactNode;
}

/** A card with a heading; an error in it leaves the page standing. */
export const Card = ({ title, titleId, headingClass = 'h3', aside, className, children, ...rest }: CardProps) => (
  <SelfHealing>
    <section {...rest} className={className === undefined ? 'card' : `card ${className}`} aria-labelledby={titleId}>
      <div className="card-h">
        <h2 className={headingClass} id={titleId}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  </SelfHealing>
);

interface FactProps {
  readonly name: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A name and its value in a `<dl>`. */
export const Fact = ({ name, className, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={className}>{children}</dd>
  </div>
);

type StatCard = readonly [name: string, value: string, note: ReactNode, icon?: ReactNode];

/** Figures in a row of cards, each with a name, a value and its meaning. */
export const StatCards = ({ stats }: { stats: readonly StatCard[] }) => (
  <div className="grid grid-cols-4 gap-4 phone:gap-2.5 phone:grid-cols-[1fr_1fr]">
    {stats.map(([name, value, note, icon]) => (
      <div key={name} className="card grid content-start gap-1.5 px-5 py-4.5 wrap-anywhere">
        <span className="lab flex items-center gap-2">
          {icon}
          {name}
        </span>
        <span className="font-head text-[clamp(22px,2.2vw,30px)]/[1.1] font-[560] tracking-[-.03em] text-ink-1 tabular-nums">
          {value}
        </span>
        <span className="text-13 text-ink-3">{note}</span>
      </div>
    ))}
  </div>
);
