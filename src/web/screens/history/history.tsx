import { Download, Navigation } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { nameHistoryFile } from '#domain/signals/name-history-file.ts';
import { getHistoryCsv } from '#web/api/calls/history-calls.ts';
import { eventHub } from '#web/api/event-hub.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/next-step.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { Figures } from './figures.tsx';
import { type Filters, parseFilters, toFilterQuery, toParams } from './filters.ts';
import { Groups } from './groups.tsx';
import { PromiseCard } from './promise-card.tsx';
import { SignalList, type SignalListProps } from './signal-list.tsx';
import { useHistory } from './use-history.ts';

export const meta = unlisted(pageTitle(({ t }) => t('common.header.history')));

/**
 * All signals of the user with their outcomes; for signed-in users, others sign in first and are
 * redirected back.
 */
export default function HistoryScreen() {
  const user = useSignedIn();
  return user ? <OwnHistory userId={user.id} /> : <PageLoader />;
}

function OwnHistory({ userId }: { userId: string }) {
  const { t } = usePhrases();
  const [filters, setFilters] = useFilters();
  const history = useHistory(userId, filters);
  useEffect(() => eventHub.hold(), []);
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
    const file = await getHistoryCsv({ filters: toFilterQuery(filters), sort: filters.sort });
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
