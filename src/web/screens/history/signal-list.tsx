import { ArrowDownUp, SearchX } from 'lucide-react';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import type { HistorySort, RecordedSignal } from '#contract/statistics.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { proofStates } from '#domain/record/proof-state.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { zoneWithOffset } from '#web/language/formats.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ProofIcon, useProofText } from '#web/record/entry-proof.tsx';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import { focusIfLost } from '#web/ui/focus.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { PracticeChip } from '#web/ui/chip.tsx';
import { FilterBar, focusFirstFilter } from './filter-bar.tsx';
import { type Filters, noFilters } from './filters.ts';
import { SignalTable, SkeletonRows, ResultChip, type SignalRowProps, type SignalTableProps } from './signal-table.tsx';
import type { History } from './use-history.ts';
import { RowActions, useLinkedRow } from './row-actions.tsx';

export interface SignalListProps {
  readonly history: History;
  readonly filters: Filters;
  readonly onFilter: (change: Partial<Filters>) => void;
}

/**
 * Filters and matching signals: a table where there is room for one, otherwise cards. The card clips
 * without scrolling, so that the head of the table stays in sight.
 */
export function SignalList({ history, filters, onFilter }: SignalListProps) {
  const { t } = usePhrases();
  const [leaving, setLeaving] = useState<Signal | null>(null);
  const list = useRef<HTMLElement>(null);
  const moveFocus = useRemovedFocus(list);
  const remove = async (signal: Signal): Promise<void> => {
    await history.remove(signal);
    moveFocus(findNeighbour(signal, history.signals ?? []));
  };
  return (
    <section
      ref={list}
      className="card overflow-clip"
      aria-label={t('history.table.title')}
      aria-busy={history.signals === null}
    >
      <FilterBar filters={filters} onFilter={onFilter} />
      <Rows history={history} filters={filters} onFilter={onFilter} onRemove={setLeaving} />
      {leaving && <RemoveDialog signal={leaving} onRemove={() => remove(leaving)} onClose={() => setLeaving(null)} />}
    </section>
  );
}

/** A removed row takes its button along: the focus moves to the adjacent row. */
function useRemovedFocus(list: RefObject<HTMLElement | null>): (next: Signal | undefined) => void {
  const [goal, setGoal] = useState<{ readonly next: Signal | undefined } | null>(null);
  useEffect(() => {
    if (!goal) return;
    const next = list.current?.querySelector<HTMLElement>(`[data-remove="${goal.next?.id}"]`);
    (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
  }, [goal, list]);
  return (next) => setGoal({ next });
}

function findNeighbour({ id }: Signal, signals: readonly Signal[]): Signal | undefined {
  const at = signals.findIndex((signal) => signal.id === id);
  return signals[at + 1] ?? signals[at - 1];
}

function Rows({ history, filters, onFilter, onRemove }: SignalListProps & { onRemove: (signal: Signal) => void }) {
  const { t } = usePhrases();
  const isWide = useIsWide();
  const { signals, error } = history;
  if (error && signals === null)
    return <LoadError title={t('history.failed.title')} error={error} onRetry={history.refetch} />;
  if (signals === null) return <SkeletonRows isWide={isWide} />;
  if (signals.length === 0) return <NothingFound onFilter={onFilter} />;
  return (
    <>
      <div className={history.isStale ? 'opacity-60' : undefined}>
        {isWide ? (
          <SignalTable
            signals={signals}
            sort={filters.sort}
            onSort={(sort) => onFilter({ sort })}
            onRemove={onRemove}
          />
        ) : (
          <>
            <div className="border-b border-line px-4 py-3">
              <SortPicker sort={filters.sort} onSort={(sort) => onFilter({ sort })} />
            </div>
            <SignalCards signals={signals} onRemove={onRemove} />
          </>
        )}
      </div>
      <Foot history={history} />
    </>
  );
}

function NothingFound({ onFilter }: { onFilter: (change: Partial<Filters>) => void }) {
  const { t } = usePhrases();
  return (
    <div className="state">
      <div className="medal equal">
        <SearchX className="ic" />
      </div>
      <h2>{t('history.nothing.title')}</h2>
      <p>{t('history.nothing.text')}</p>
      <div className="acts">
        <Button
          look="s"
          onClick={(event: MouseEvent) => {
            onFilter(noFilters);
            focusFirstFilter(event);
          }}
          text={t('history.nothing.action')}
        />
      </div>
    </div>
  );
}

/** A click reverses the order. */
function SortPicker({ sort, onSort }: { sort: HistorySort; onSort: (sort: HistorySort) => void }) {
  const { t } = usePhrases();
  return (
    <button
      type="button"
      className="sel"
      aria-label={`${t('history.table.sortLabel')}: ${t(`history.table.${sort}`)}`}
      onClick={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
    >
      <ArrowDownUp className="ic" />
      <b>{t(`history.table.${sort}`)}</b>
    </button>
  );
}

function Foot({ history: { signals, total, hasMore, isLoadingMore, error, more } }: { history: History }) {
  const { t, f } = usePhrases();
  const errorText = useErrorText();
  const shown = signals?.length ?? 0;
  useFirstOfMore(shown, hasMore);
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5 phone:flex-col phone:items-stretch">
      <div className="flex flex-col gap-1 text-13 text-ink-3">
        <span className="tabular-nums" role="status">
          {t('history.table.shown', { shown: f.count(shown), n: f.count(total) })}
        </span>
        <span>
          {t('history.table.zone', { zone: zoneWithOffset(serverClock.now()) })}. {t('history.table.sortNote')}
        </span>
        <ProofLegend signals={signals ?? []} />
        {error && (
          <span className="loss">
            {t('history.failed.more')} {errorText(error)}
          </span>
        )}
      </div>
      {hasMore && <Button look="s sm" isBusy={isLoadingMore} onClick={more} text={t('history.table.more')} />}
    </div>
  );
}

/** Loading the last rows removes the button: focus moves to the first of the new rows. */
function useFirstOfMore(shown: number, hasMore: boolean): void {
  const before = useRef({ shown, hasMore });
  useEffect(() => {
    const had = before.current;
    before.current = { shown, hasMore };
    if (!had.hasMore || hasMore || shown <= had.shown) return;
    focusIfLost(document.querySelectorAll<HTMLElement>('[data-row-actions] a')[had.shown]);
  }, [shown, hasMore]);
}

/** What the marks of these signals mean, where their tooltips are out of reach. */
function ProofLegend({ signals }: { signals: readonly RecordedSignal[] }) {
  const proofText = useProofText();
  if (!proofText) return null;
  const states = proofStates.filter((state) => signals.some(({ proof }) => proof === state));
  return states.map((state) => {
    const { word, meaning } = proofText(state);
    return (
      <span key={state} className="flex gap-2">
        <ProofIcon state={state} />
        <span>
          {word}. {meaning}
        </span>
      </span>
    );
  });
}

interface RemoveDialogProps {
  readonly signal: Signal;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

/** The removal of a signal from the list cannot be undone. */
function RemoveDialog({ signal, onRemove, onClose }: RemoveDialogProps) {
  const { t, f } = usePhrases();
  const at = Date.parse(signal.time);
  return (
    <ActionDialog
      variant="cautious"
      title={t('history.remove.title')}
      cancel={t('history.remove.keep')}
      confirm={t('history.remove.confirm')}
      act={onRemove}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('history.remove.text', { pair: pairName(signal.symbol), time: `${f.date(at)} ${f.clock(at)}` })}</p>
      <p>{t('history.remove.stays')}</p>
    </ActionDialog>
  );
}

/** The data of the table, for narrow screens. */
const SignalCards = ({ signals, onRemove }: Omit<SignalTableProps, 'sort' | 'onSort'>) => (
  <ul>
    {signals.map((signal) => (
      <Card key={signal.id} signal={signal} onRemove={onRemove} />
    ))}
  </ul>
);

function Card({ signal, onRemove }: SignalRowProps) {
  const { t, f } = usePhrases();
  const proofText = useProofText();
  const isUp = signal.signal === 'BUY';
  const at = Date.parse(signal.time);
  return (
    <li
      className="hrow aria-[current=true]:bg-s2 aria-[current=true]:shadow-[inset_3px_0_var(--t1)]"
      {...useLinkedRow(signal.id)}
    >
      <span className="flex items-center gap-2">
        <b className="text-ink-1 font-semibold">{pairName(signal.symbol)}</b>
        <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
        <span className="text-14">{t(isUp ? 'signal.up' : 'signal.down')}</span>
      </span>
      <ResultChip signal={signal} />
      <span className="flex flex-col gap-1 text-13 text-ink-3">
        <span className="flex items-center gap-2">
          <ModelFlag model={signal.aiModel} size="xs" />
          {aiModelName(signal.aiModel)}
        </span>
        <span className="tabular-nums">
          <time dateTime={signal.time}>
            {f.date(at)}, {f.clock(at)}
          </time>{' '}
          · {t('history.minutes', { n: signal.duration })}
          {signal.chaseOf && ` · ${t('history.table.chase')}`}
        </span>
        {!signal.hasEdge && <PracticeChip className="self-start mt-1" />}
        {proofText && <span>{proofText(signal.proof).word}</span>}
      </span>
      <RowActions signal={signal} onRemove={onRemove} />
    </li>
  );
}
