import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { Pager } from './pager.tsx';
import type { Page, Pages } from './use-pages.ts';

interface OperatorListProps<Answer extends Page> {
  readonly pages: Pages<Answer>;
  /** Absent: a list of separate cards instead of one card with filters and rows. */
  readonly filters?: ReactNode;
  /** Shown instead of the rows when there are none. */
  readonly empty: string;
  readonly children: (items: Answer['items']) => ReactNode;
}

/** A paged list of the operator: filters, rows or their placeholder, pager. */
export function OperatorList<Answer extends Page>({ pages, filters, empty, children }: OperatorListProps<Answer>) {
  const { data, isStale } = pages;
  const rows = (
    <Loaded read={pages}>
      {({ items }) => (items.length === 0 ? <p className="p-card text-ink-3">{empty}</p> : children(items))}
    </Loaded>
  );
  const pager = <Pager {...pages} count={data?.items.length ?? 0} total={data?.total ?? null} />;
  if (filters === undefined) {
    return (
      <div className={isStale ? 'flex flex-col gap-4 hist-stale' : 'flex flex-col gap-4'}>
        {rows}
        {pager}
      </div>
    );
  }
  return (
    <section className="card overflow-hidden">
      {filters}
      <div className={isStale ? 'adm-rows hist-stale' : 'adm-rows'}>{rows}</div>
      {pager}
    </section>
  );
}
