import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useArrivalFocus } from '../focus.ts';

interface StateCardProps {
  readonly icon: LucideIcon;
  readonly tone: 'win' | 'loss' | 'equal';
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** What happened, an explanation, and the next actions. Its heading takes the focus. */
export function StateCard({ icon: Icon, tone, title, children, actions }: StateCardProps) {
  const heading = useArrivalFocus();
  return (
    <section className="card">
      <div className="state">
        <div className={`medal ${tone}`}>
          <Icon className="ic" />
        </div>
        <h1 ref={heading} tabIndex={-1} className="h2">
          {title}
        </h1>
        {children}
        <div className="acts">{actions}</div>
      </div>
    </section>
  );
}
