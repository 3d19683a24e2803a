import type { ReactNode } from 'react';

interface TableScrollProps {
  readonly label: string;
  /** The rows: a head and a body. */
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it is wider than its card, by keyboard too. */
export const TableScroll = ({ label, children }: TableScrollProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
  <section className="tbl-scroll" tabIndex={0} aria-label={label}>
    <table className="tbl tabular-nums">{children}</table>
  </section>
);
