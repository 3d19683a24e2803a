import type { ComponentProps, ReactNode } from 'react';

interface SectionProps extends Omit<ComponentProps<'section'>, 'title'> {
  readonly title: string;
  /** Id of the heading; with it the section is named by its heading. */
  readonly titleId?: string;
  readonly lead?: ReactNode;
}

interface PageHeroProps {
  readonly picture?: ReactNode;
  readonly children: ReactNode;
}

/** The head of a public page; its picture also fills the space above. */
export const PageHero = ({ picture, children }: PageHeroProps) => (
  <section className="hero -mt-8 pt-[clamp(36px,5vw,72px)] pb-[clamp(36px,4.4vw,64px)] phone:-mt-5 [&_.lead]:max-w-[40em] [&_h1]:text-[length:var(--fs-56)]">
    <div className="hero-bg">{picture}</div>
    {children}
  </section>
);

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
