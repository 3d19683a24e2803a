import type { ReactNode } from 'react';
import type { Outcome } from '#domain/signals/outcome.ts';
import { OpenChip, OutcomeChip } from '../ui/outcome-mark.tsx';
import { f } from './admin-texts.ts';

/** Shape, colour and word; an open signal has no outcome yet. */
export const ResultChip = ({ result }: { result: Outcome | null }) =>
  result === null ? <OpenChip>still open</OpenChip> : <OutcomeChip result={result} />;

/** Date and time to the second; in a table one above the other. */
export function When({ at }: { at: string }) {
  const instant = Date.parse(at);
  return (
    <time dateTime={at} className="whitespace-nowrap">
      <span className="in-[td]:block in-[td]:text-[.8125rem] in-[td]:text-ink-3">{f.date(instant)}</span>{' '}
      <span className="in-[td]:block">{f.time(instant)}</span>
    </time>
  );
}

/** A second line of a cell. */
export const Remark = ({ children }: { readonly children: ReactNode }) => (
  <span className="mt-1 block text-13 whitespace-normal text-ink-3 in-[td]:max-w-[170px]">{children}</span>
);

/** The heading of a column of buttons. */
export const actionsHeading = <span className="sr-only">Actions</span>;

interface TableScrollProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it is wider than its card, by keyboard too. */
export const TableScroll = ({ label, children }: TableScrollProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
  <section className="overflow-x-auto" tabIndex={0} aria-label={label}>
    {children}
  </section>
);
