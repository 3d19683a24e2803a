import { ChevronLeft, ChevronRight } from 'lucide-react';
import { usePhrases } from '../language/use-phrases.ts';

interface PagerProps {
  readonly first: number;
  /** Rows on this page. */
  readonly count: number;
  /** Rows of all pages; null or absent: too many to count, or not counted. */
  readonly total?: number | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly previous: () => void;
  readonly next: () => void;
}

export function Pager({ first, count, total, hasPrevious, hasNext, previous, next }: PagerProps) {
  const { t, f } = usePhrases();
  if (count === 0 && !hasPrevious) return null;
  const range = { from: f.count(first), to: f.count(first + count - 1) };
  return (
    <div className="adm-pager">
      <span className="tabular-nums">
        {total === undefined || total === null
          ? t('admin.list.rangeOnly', range)
          : t('admin.list.range', { ...range, total: f.count(total) })}
      </span>
      <span className="flex items-center gap-2">
        <button
          type="button"
          className="ibtn"
          aria-label={t('admin.list.prev')}
          disabled={!hasPrevious}
          onClick={previous}
        >
          <ChevronLeft className="ic" aria-hidden="true" />
        </button>
        <button type="button" className="ibtn" aria-label={t('admin.list.next')} disabled={!hasNext} onClick={next}>
          <ChevronRight className="ic" aria-hidden="true" />
        </button>
      </span>
    </div>
  );
}
