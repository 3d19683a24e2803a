import { ArrowDownUp } from 'lucide-react';
import type { HistorySort } from '#contract/statistics.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

interface SortPickerProps {
  readonly sort: HistorySort;
  readonly onSort: (sort: HistorySort) => void;
}

/** A click reverses the order. */
export function SortPicker({ sort, onSort }: SortPickerProps) {
  const { t } = usePhrases();
  return (
    <button
      type="button"
      className="sel"
      aria-label={`${t('history.table.sortLabel')}: ${t(`history.table.${sort}`)}`}
      onClick={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
    >
      <ArrowDownUp className="ic" aria-hidden="true" />
      <b>{t(`history.table.${sort}`)}</b>
    </button>
  );
}
