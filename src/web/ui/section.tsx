import type { ComponentProps, ReactNode } from 'react';

interface SectionProps extends Omit<ComponentProps<'section'>, 'title'> {
  readonly title: string;
  /** Id of the heading; with it the section is named by its heading. */
  readonly titleId?: string;
  /** Shown below the heading. */
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
