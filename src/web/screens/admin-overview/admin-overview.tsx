import { CircleCheck, TriangleAlert } from 'lucide-react';
import { AdminHead } from '#web/admin/admin-head.tsx';
import { serverClock } from '#web/api/server-clock.ts';
import { ModelRows } from '#web/admin/model-table.tsx';
import { useModels, useOverview, useSystem } from '#web/admin/use-product-state.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { remarksOn } from './attention.ts';
import { Figures } from './figures.tsx';
import { HealthCards } from './health-cards.tsx';
import { RemarkList } from './remark-list.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.overview.title')));

const everyMs = 10_000;

/** Overview: system state, users, model results, and remarks that need attention. */
export default function AdminOverview() {
  const { t } = usePhrases();
  const { data: system, error, refetch } = useSystem(everyMs);
  const { data: overview, error: overviewError } = useOverview(everyMs);
  const { data: models } = useModels(6 * everyMs);
  // All at once: a part that came later would move those below it.
  const isReady = overview !== null || overviewError !== null;
  const remarks = isReady && system && models ? remarksOn(system, models) : null;
  return (
    <>
      <AdminHead
        title={t('admin.overview.title')}
        lead={
          <>
            <Today /> {system && t(system.feed.isMarketOpen ? 'admin.overview.open' : 'admin.overview.closed')}
          </>
        }
      >
        {remarks && <RemarkCount count={remarks.length} />}
      </AdminHead>
      {!system && error && <LoadError title={t('admin.list.failed')} error={error} onRetry={refetch} />}
      {!remarks && !error && <div key="waiting" className="sk adm-sk" aria-hidden="true" />}
      <div className="flex flex-col gap-4">
        {system && remarks && <HealthCards system={system} overview={overview} />}
        {remarks && overview && <Figures overview={overview} />}
        <div className="adm-2 adm-overview">
          {models && remarks && (
            <section className="card overflow-hidden" aria-labelledby="models">
              <div className="card-h">
                <h2 className="h3" id="models">
                  {t('admin.models.state')}
                </h2>
              </div>
              <ModelRows models={models} />
            </section>
          )}
          {remarks && <RemarkList remarks={remarks} />}
        </div>
      </div>
    </>
  );
}

function Today() {
  const { f } = usePhrases();
  const now = serverClock.now();
  return (
    <time dateTime={new Date(now).toISOString()} className="tabular-nums">
      {f.weekday(f.getIsoDay(now), 'long')}, {f.date(now)}, {f.clock(now)}.
    </time>
  );
}

function RemarkCount({ count }: { count: number }) {
  const { t, f } = usePhrases();
  const Icon = count === 0 ? CircleCheck : TriangleAlert;
  return (
    <span className={`chip lg ${count === 0 ? 'win' : 'warn'}`}>
      <Icon className="ic" aria-hidden="true" />
      {count === 0 ? t('admin.overview.allWell') : t('admin.overview.remarks', { n: f.count(count), count })}
    </span>
  );
}
