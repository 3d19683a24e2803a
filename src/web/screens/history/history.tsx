import { Download, Navigation, FlaskConical, List } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { nameHistoryFile } from '#domain/signals/name-history-file.ts';
import type { SignalStats } from '#contract/statistics.ts';
import { type Outcome, outcomes } from '#domain/signals/outcome.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { fetchFile } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/next-step.ts';
import { useEventStream } from '#web/session/use-event-stream.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { StatCards } from '#web/ui/card.tsx';
import { type Filters, parseFilters, toFilterQuery, toParams, isNarrowed } from './filters.ts';
import { Groups } from './groups.tsx';
import { PromiseCard } from './promise-card.tsx';
import { SignalList, type SignalListProps } from './signal-list.tsx';
import { useHistory } from './use-history.ts';

export const meta = unlisted(pageTitle(({ t }) => t('common.header.history')));

/** All signals of the user with their outcomes. */
export default function HistoryScreen() {
  const user = useSignedIn();
  return user ? <OwnHistory userId={user.id} /> : <PageLoader />;
}

function OwnHistory({ userId }: { userId: string }) {
  const { t } = usePhrases();
  const [filters, setFilters] = useFilters();
  const history = useHistory(userId, filters);
  useEventStream();
  return (
    <div className="wrap">
      <div className="ph">
        <div className="flex flex-col gap-1">
          <h1 className="h2">{t('common.header.history')}</h1>
          {!history.isEmpty && <p className="text-14 text-ink-3">{t('history.lead')}</p>}
        </div>
        {history.total > 0 && <CsvButton filters={filters} />}
      </div>
      {history.isEmpty ? (
        <HistoryEmpty removed={history.stats?.removed ?? 0} />
      ) : (
        <Content history={history} filters={filters} onFilter={setFilters} />
      )}
    </div>
  );
}

/** Stores filters in the address, so they can be shared, reloaded and navigated back to. */
function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (some: Partial<Filters>): void =>
    setParams((now) => toParams({ ...parseFilters(now), ...some }), { replace: true, preventScrollReset: true });
  return [parseFilters(params), change];
}

/** Exports all signals of these filters as a file, not only the current page. */
function CsvButton({ filters }: { filters: Filters }) {
  const { t } = usePhrases();
  const save = useToastAction(async () => {
    const file = await fetchFile('GET /api/signal/user/history', 'text/csv', {
      query: { ...toFilterQuery(filters), sort: filters.sort },
    });
    saveFile(file, nameHistoryFile(filters, new Date(serverClock.now()).toISOString()));
  });
  return (
    <Button
      action={save}
      look="s sm"
      aria-label={t('history.csvLabel')}
      icon={Download}
      text={<span className="lbl">{t('history.csv')}</span>}
    />
  );
}

/** Empty state: no signals yet, or none left, with the next step. */
function HistoryEmpty({ removed }: { removed: number }) {
  const { t, f, lang } = usePhrases();
  return (
    <section className="card">
      <div className="state">
        <div className="art">
          <EmptyRows />
        </div>
        <h2>{t('history.empty.title')}</h2>
        <p>
          {removed > 0 ? t('history.allRemoved', { n: f.count(removed), count: removed }) : t('history.empty.text')}
        </p>
        <div className="acts">
          <Button look="p" to={paths.signal(lang)} icon={Navigation} text={t('history.empty.action')} />
        </div>
      </div>
    </section>
  );
}

const EmptyRows = () => (
  <svg viewBox="0 0 188 94" width="188" aria-hidden="true" fill="none" stroke="var(--line-3)" strokeDasharray="4 4">
    {[1, 33, 65].map((y) => (
      <rect key={y} x="1" y={y} width="186" height="25" rx="7" />
    ))}
  </svg>
);

function Content({ history, filters, onFilter }: SignalListProps) {
  const { t } = usePhrases();
  const { stats, signals, statsError } = history;
  const areFiguresMissing = stats === null && statsError !== null;
  return (
    <div className="flex flex-col gap-5">
      {!areFiguresMissing && (
        <Figures stats={stats} filters={filters} onPractice={() => onFilter({ hasEdge: false })} />
      )}
      {areFiguresMissing && signals !== null && (
        <LoadError title={t('history.failed.figures')} onRetry={history.refetch} />
      )}
      <SignalList history={history} filters={filters} onFilter={onFilter} />
      {stats && <PromiseCard stats={stats} breakEven={history.breakEven} />}
      {stats && stats.total > 0 && <Groups stats={stats} />}
    </div>
  );
}

interface FiguresProps {
  /** Null: not loaded yet. */
  readonly stats: SignalStats | null;
  readonly filters: Filters;
  /** Filters by practice alone. */
  readonly onPractice: () => void;
}

/** Total and the three outcomes, and in words what belongs to none of them. */
function Figures({ stats, filters, onPractice }: FiguresProps) {
  const { t, f } = usePhrases();
  if (!stats) return <SkeletonFigures />;
  // Signals with an edge and practice are never added up.
  const isPractice = filters.hasEdge === false;
  const tally = isPractice ? stats.practice : stats;
  const { total, successful, unsuccessful } = tally;
  const toNote = (count: number, whole: number, what: 'ofDecided' | 'ofTotal'): string => {
    if (whole === 0) return t('history.noShare');
    if (whole < minOutcomesForRate) return t(`history.${what}Count`, { n: f.count(whole) });
    return t(`history.${what}`, { percent: f.percent(count / whole, 1) });
  };
  const toFigure = (outcome: Exclude<Outcome, 'void'>, ...of: [whole: number, what: 'ofDecided' | 'ofTotal']) => {
    const mark = <OutcomeMark shape={outcomeStyle[outcome]} className="size-4" />;
    return [t(`common.outcome.${outcome}`), f.count(tally[outcome]), toNote(tally[outcome], ...of), mark] as const;
  };
  const decided = successful + unsuccessful;
  const ofAll = t(isNarrowed(filters) ? 'history.byFilters' : total === 0 ? 'history.noShare' : 'history.allTime');
  return (
    <div className="flex flex-col gap-2">
      <StatCards
        stats={[
          [t('history.total'), f.count(total), ofAll, <List key="icon" className="ic size-4" />],
          toFigure('successful', decided, 'ofDecided'),
          toFigure('neutral', total, 'ofTotal'),
          toFigure('unsuccessful', decided, 'ofDecided'),
        ]}
      />
      {isPractice && <p className="text-13 text-ink-3">{t('history.practice.only')}</p>}
      {!isPractice && <PracticeRow practice={stats.practice} onShow={onPractice} />}
      <LeftOut stats={isPractice ? { ...stats, void: stats.practice.void } : stats} />
    </div>
  );
}

/** Counts only, and apart from the figures above. */
function PracticeRow({ practice, onShow }: { practice: SignalStats['practice']; onShow: () => void }) {
  const { t, f } = usePhrases();
  const count = practice.total + practice.void;
  if (count === 0) return null;
  const outcomeCounts = outcomes
    .filter((outcome) => practice[outcome] > 0)
    .map((outcome) => t(`signal.tally.${outcome}`, { n: f.count(practice[outcome]), count: practice[outcome] }));
  return (
    <section className="card flex items-center gap-3.5 border-dashed px-4.5 py-3">
      <FlaskConical className="ic text-ink-3" />
      <div className="flex flex-col gap-0.5 min-w-0">
        <b className="text-ink-1 font-semibold tabular-nums">
          {t('history.practice.title', { n: f.count(count), count })}
        </b>
        <span className="text-13 text-ink-3 tabular-nums">
          {outcomeCounts.join(', ')}. {t('history.practice.apart')}
        </span>
      </div>
      <Button look="s sm" className="ml-auto" onClick={onShow} text={t('history.practice.show')} />
    </section>
  );
}

function LeftOut({ stats: { void: voided, removed } }: { stats: SignalStats }) {
  const { t, f } = usePhrases();
  const parts = [
    voided > 0 ? t('history.outVoid', { n: f.count(voided), count: voided }) : null,
    removed > 0 ? t('history.outRemoved', { n: f.count(removed), count: removed }) : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <p className="text-13 text-ink-3">{parts.join(' ')}</p>;
}

const counts = ['total', 'win', 'equal', 'loss'] as const;

/** Has the final size, so that nothing shifts. */
const SkeletonFigures = () => (
  <div className="grid grid-cols-4 gap-4 phone:gap-2.5 phone:grid-cols-[1fr_1fr]" aria-hidden="true">
    {counts.map((one) => (
      <div key={one} className="card grid content-start gap-1.5 px-5 py-4.5">
        <span className="sk h-4.5 w-2/5" />
        <span className="sk h-[35px] w-[30%]" />
        <span className="sk h-4.5 w-2/5" />
      </div>
    ))}
  </div>
);
