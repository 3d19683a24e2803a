import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { nameHistoryFile } from '#domain/signals/name-history-file.ts';
import { eventHub } from '#web/api/event-hub.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { getHistoryCsv } from '#web/api/calls/history-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useSignedIn } from '#web/session/use-signed-in.ts';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import { type Filters, parseFilters, toParams, toFilterQuery } from './filters.ts';
import { Figures } from './figures.tsx';
import { Groups } from './groups.tsx';
import { HistoryEmpty } from './history-empty.tsx';
import { PromiseCard } from './promise-card.tsx';
import { SignalList } from './signal-list.tsx';
import { type History, useHistory } from './use-history.ts';

export const meta = unlisted(pageTitle(({ t }) => t('history.pageTitle')));

/**
 * All signals of the user with their outcomes; for signed-in users, others sign in first and are
 * redirected back.
 */
export default function HistoryScreen() {
  const user = useSignedIn();
  if (!user) {
    return <PageLoader />;
  }
  return <OwnHistory userId={user.id} />;
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
          <h1 className="h2">{t('history.title')}</h1>
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

interface ContentProps {
  readonly history: History;
  readonly filters: Filters;
  readonly onFilter: (change: Partial<Filters>) => void;
}

function Content({ history, filters, onFilter }: ContentProps) {
  const { stats } = history;
  return (
    <div className="flex flex-col gap-5">
      <Figures stats={stats} filters={filters} onPractice={() => onFilter({ hasEdge: false })} />
      <SignalList history={history} filters={filters} onFilter={onFilter} />
      {stats && <PromiseCard stats={stats} breakEven={history.breakEven} />}
      {stats && stats.total > 0 && <Groups stats={stats} />}
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
  const { run, isBusy } = useAction(async () => {
    const file = await getHistoryCsv({ filters: toFilterQuery(filters), sort: filters.sort });
    saveFile(file, nameHistoryFile(filters, new Date(serverClock.now()).toISOString()));
  }, useErrorToast());
  return (
    <button
      type="button"
      className="btn btn-s btn-sm"
      aria-busy={isBusy}
      aria-disabled={isBusy}
      aria-label={t('history.csvLabel')}
      onClick={() => void run()}
    >
      <Download className="ic" aria-hidden="true" />
      <span className="lbl">{t('history.csv')}</span>
    </button>
  );
}
