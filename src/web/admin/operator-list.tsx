import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePhrases } from '../language/use-phrases.ts';
import { Loaded } from './loaded.tsx';
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

interface PagerProps {
  readonly first: number;
  /** Rows on this page. */
  readonly count: number;
  /** Rows of all pages; null: too many to count, or not counted. */
  readonly total: number | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly previous: () => void;
  readonly next: () => void;
}

function Pager({ first, count, total, hasPrevious, hasNext, previous, next }: PagerProps) {
  const { t, f } = usePhrases();
  if (count === 0 && !hasPrevious) return null;
  const range = { from: f.count(first), to: f.count(first + count - 1) };
  return (
    <div className="adm-pager">
      <span className="tabular-nums">
        {total === null ? t('admin.list.rangeOnly', range) : t('admin.list.range', { ...range, total: f.count(total) })}
      </span>
      <span className="flex items-center gap-2">
        <button
          type="button"
          className="ibtn"
          aria-label={t('admin.list.prev')}
          disabled={!hasPrevious}
          onClick={previous}
        >
          <ChevronLeft className="ic" />
        </button>
        <button type="button" className="ibtn" aria-label={t('admin.list.next')} disabled={!hasNext} onClick={next}>
          <ChevronRight className="ic" />
        </button>
      </span>
    </div>
  );
}
