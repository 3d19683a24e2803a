import type { ReactNode } from 'react';

interface PageHeadProps {
  readonly title: string;
  /** Keeps its line while empty. */
  readonly lead: ReactNode;
  readonly children?: ReactNode;
}

/** The title of a page, and what the page is for. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className="ph">
      <div className="flex flex-col gap-1">
        <h1 className="h2">{title}</h1>
        <p className="text-14 text-ink-3 wrap-anywhere">{lead || '\u00a0'}</p>
      </div>
      {children}
    </div>
  );
}
