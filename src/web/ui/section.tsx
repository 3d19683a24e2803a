import type { ComponentProps, ReactNode } from 'react';

interface SectionProps extends Omit<ComponentProps<'section'>, 'title'> {
  readonly title: string;
  /** Id of the heading, by which the section is then named. */
  readonly titleId?: string;
  /** Below the heading. */
  readonly lead?: ReactNode;
}

/** A part of a public page under its own heading. */
export const Section = ({ title, titleId, lead, className = 'sec', children, ...rest }: SectionProps) => (
  <section {...rest} className={className} aria-labelledby={titleId}>
    <div className="wrap">
      <div className="sec-h">
        <h2 id={titleId} className="h1">
          {title}
        </h2>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </div>
  </section>
);
