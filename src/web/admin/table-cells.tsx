import type { ReactNode } from 'react';
import type { Outcome } from '#domain/signals/outcome.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { OpenChip, OutcomeChip } from '../ui/outcome-mark.tsx';

/** Shape, colour and word; an open signal has no outcome yet. */
export function ResultChip({ result }: { result: Outcome | null }) {
  const { t } = usePhrases();
  if (result === null) return <OpenChip>{t('admin.signals.resultOpen')}</OpenChip>;
  return <OutcomeChip result={result} />;
}

/** Date and time to the second; in a table one above the other. */
export function When({ at }: { at: string }) {
  const { f } = usePhrases();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} className="adm-when">
      <span>{f.date(instant)}</span> <span>{f.time(instant)}</span>
    </time>
  );
}

interface TableScrollProps {
  readonly label: string;
  /** The table. */
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it is wider than its card, by keyboard too. */
export const TableScroll = ({ label, children }: TableScrollProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
  <section className="tbl-scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
);
