import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import type { HistorySort, RecordedSignal } from '#contract/statistics.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { PracticeChip } from '#web/ui/chip.tsx';
import { OpenChip, OutcomeChip, VoidNote } from '#web/ui/outcome-mark.tsx';
import { RowActions, useLinkedRow } from './row-actions.tsx';

export interface SignalTableProps {
  readonly signals: readonly RecordedSignal[];
  readonly sort: HistorySort;
  readonly onSort: (sort: HistorySort) => void;
  readonly onRemove: (signal: RecordedSignal) => void;
}

/** One row per signal, with its actions. Sticky header. */
export function SignalTable({ signals, sort, onSort, onRemove }: SignalTableProps) {
  const { t } = usePhrases();
  const Arrow = sort === 'newest' ? ArrowDown : ArrowUp;
  return (
    <table className="tbl hist">
      <thead>
        <tr>
          <th scope="col">{t('history.groups.pair')}</th>
          <th scope="col" aria-sort={sort === 'newest' ? 'descending' : 'ascending'}>
            <button
              type="button"
              className="-my-1.5 inline-flex min-h-7 cursor-pointer items-center gap-1.5 border-0 bg-transparent p-0 text-ink-1"
              onClick={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
            >
              {t('history.table.date')}
              <Arrow className="ic size-[15px]" />
              <span className="sr-only">{t(`history.table.${sort}`)}</span>
            </button>
          </th>
          <th scope="col">{t('history.groups.model')}</th>
          <th scope="col">{t('history.table.time')}</th>
          <th scope="col">{t('history.filters.duration')}</th>
          <th scope="col">{t('history.table.direction')}</th>
          <th scope="col" className="r">
            {t('history.filters.result')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('history.table.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {signals.map((signal) => (
          <Row key={signal.id} signal={signal} onRemove={onRemove} />
        ))}
      </tbody>
    </table>
  );
}

export interface SignalRowProps {
  readonly signal: RecordedSignal;
  readonly onRemove: (signal: RecordedSignal) => void;
}

function Row({ signal, onRemove }: SignalRowProps) {
  const { t, f } = usePhrases();
  const isUp = signal.signal === 'BUY';
  const at = Date.parse(signal.time);
  return (
    <tr
      className="aria-[current=true]:bg-s2 aria-[current=true]:*:first:shadow-[inset_3px_0_var(--t1)]"
      {...useLinkedRow(signal.id)}
    >
      <td className="pairc">{pairName(signal.symbol)}</td>
      <td>{f.date(at)}</td>
      <td>
        <span className="flex items-center gap-2.5">
          <ModelFlag model={signal.aiModel} size="s" />
          {aiModelName(signal.aiModel)}
        </span>
      </td>
      <td>
        <time dateTime={signal.time}>{f.clock(at)}</time>
      </td>
      <td>
        {t('history.minutes', { n: signal.duration })}
        {signal.chaseOf && <span className="text-13 text-ink-3 block">{t('history.table.chase')}</span>}
      </td>
      <td>
        <span className="flex items-center gap-2">
          <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
          {t(isUp ? 'signal.up' : 'signal.down')}
        </span>
      </td>
      <td className="r">
        <span className="flex flex-col items-end gap-1">
          <ResultChip signal={signal} />
          {!signal.hasEdge && <PracticeChip />}
        </span>
      </td>
      <td className="acts">
        <RowActions signal={signal} onRemove={onRemove} />
      </td>
    </tr>
  );
}

/** Shape, colour and word; an open signal has no outcome yet. */
export function ResultChip({ signal: { result, voidReason } }: { signal: Signal }) {
  const { t } = usePhrases();
  if (result === null) return <OpenChip>{t('common.outcome.open')}</OpenChip>;
  return (
    <span className="flex flex-col gap-1">
      <OutcomeChip result={result} />
      <VoidNote reason={voidReason} />
    </span>
  );
}

const cellSkeleton = 'sk h-4 w-[22%]';

/** Same height as the loaded rows. */
export const SkeletonRows = ({ isWide }: { isWide: boolean }) => (
  <div aria-hidden="true">
    {Array.from({ length: 9 }, (_, row) => (
      <div
        key={row}
        className={`flex items-center justify-between gap-6 border-b border-line px-4 ${isWide ? 'h-[55px]' : 'h-[97px]'}`}
      >
        <span className={cellSkeleton} />
        <span className={cellSkeleton} />
        <span className={cellSkeleton} />
      </div>
    ))}
  </div>
);
