import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { AdminModel } from '#contract/admin/models.ts';
import type { SystemState } from '#contract/admin/system.ts';
import { limits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import { modelReasonIn, spanIn } from '#web/admin/admin-texts.ts';
import { ModelRows } from '#web/admin/model-table.tsx';
import { useModels, useOverview, useSystem } from '#web/admin/use-product-state.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Figures } from './figures.tsx';
import { HealthCards } from './health-cards.tsx';

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
      <PageHead
        title={t('admin.overview.title')}
        lead={
          <>
            <Today /> {system && t(system.feed.isMarketOpen ? 'admin.overview.open' : 'admin.overview.closed')}
          </>
        }
      >
        {remarks && <RemarkCount count={remarks.length} />}
      </PageHead>
      {!system && error && <LoadError title={t('admin.list.failed')} error={error} onRetry={refetch} />}
      {!remarks && !error && <div key="waiting" className="sk adm-sk" aria-hidden="true" />}
      <div className="flex flex-col gap-4">
        {system && remarks && <HealthCards system={system} overview={overview} />}
        {remarks && overview && <Figures overview={overview} />}
        <div className="adm-2 adm-overview">
          {models && remarks && (
            <Card className="overflow-hidden" title={t('admin.models.state')} titleId="models">
              <ModelRows models={models} />
            </Card>
          )}
          {remarks && <RemarkList remarks={remarks} />}
        </div>
      </div>
    </>
  );
}

/** An issue that needs attention: its phrase key and the values for it. */
export type Remark =
  | { readonly kind: 'feedDown' | 'brokerDown' | 'brokerSlow' | 'mailKept' | 'recordUnsigned' | 'jobsUnknown' }
  | { readonly kind: 'feedStale'; readonly ageMs: number }
  | { readonly kind: 'pairsSilent'; readonly n: number; readonly all: number }
  | { readonly kind: 'mailStuck'; readonly since: string }
  | { readonly kind: 'mailFailed' | 'overdue' | 'jobsFailed'; readonly n: number }
  | { readonly kind: 'databaseSlow'; readonly ms: number }
  | { readonly kind: 'modelAway'; readonly model: string; readonly reason: string | null }
  | { readonly kind: 'modelFlagged'; readonly model: string };

/** Most severe first: what prevents signals, then what prevents mails, then what can wait. */
export function remarksOn(system: SystemState, models: readonly AdminModel[]): Remark[] {
  return [
    ...ofFeed(system),
    ...(system.signals.overdue > 0 ? [{ kind: 'overdue', n: system.signals.overdue } as const] : []),
    ...ofRecord(system),
    ...ofDatabase(system),
    ...ofBroker(system),
    ...ofJobs(system),
    ...ofMail(system),
    ...models.flatMap(ofModel),
  ];
}

function ofFeed({ feed }: SystemState): Remark[] {
  if (!feed.isConnected) return [{ kind: 'feedDown' }];
  if (!feed.isMarketOpen || feed.delayMs === null) return [];
  if (feed.delayMs > limits.signalPriceMaxAgeMs) return [{ kind: 'feedStale', ageMs: feed.delayMs }];
  const silent = feed.pairs - feed.freshPairs;
  return silent > 0 ? [{ kind: 'pairsSilent', n: silent, all: feed.pairs }] : [];
}

const ofRecord = ({ checks }: SystemState): Remark[] =>
  checks.some(({ name, state }) => name === 'record' && state !== 'ok') ? [{ kind: 'recordUnsigned' }] : [];

const databaseTimeoutMs = 250;

const ofDatabase = ({ database: { answerMs } }: SystemState): Remark[] =>
  answerMs !== null && answerMs > databaseTimeoutMs ? [{ kind: 'databaseSlow', ms: answerMs }] : [];

function ofBroker({ broker: { state } }: SystemState): Remark[] {
  if (state === 'ok') return [];
  return [{ kind: state === 'down' ? 'brokerDown' : 'brokerSlow' }];
}

function ofJobs({ jobs }: SystemState): Remark[] {
  if (jobs === null) return [{ kind: 'jobsUnknown' }];
  const failed = jobs.reduce((sum, queue) => sum + queue.failed, 0);
  return failed > 0 ? [{ kind: 'jobsFailed', n: failed }] : [];
}

/** A mail that has waited longer has failed its first attempts. */
const mailTimeoutMs = 10 * minuteMs;

function ofMail({ now, mail, checks }: SystemState): Remark[] {
  // Without a mail server the demo uses its mailbox page, which is not an issue.
  if (!mail.isSending) {
    return checks.some(({ name, state }) => name === 'mail' && state !== 'ok') ? [{ kind: 'mailKept' }] : [];
  }
  const { oldestWaitingAt: since, failed } = mail;
  const isStuck = since !== null && Date.parse(now) - Date.parse(since) > mailTimeoutMs;
  return [
    ...(isStuck ? [{ kind: 'mailStuck', since } as const] : []),
    ...(failed > 0 ? [{ kind: 'mailFailed', n: failed } as const] : []),
  ];
}

function ofModel({ name: model, available, reason, live }: AdminModel): Remark[] {
  if (!available) return [{ kind: 'modelAway', model, reason }];
  return live.flagged ? [{ kind: 'modelFlagged', model }] : [];
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
    <Chip
      className={`lg ${count === 0 ? 'win' : 'warn'}`}
      icon={Icon}
      text={count === 0 ? t('admin.overview.allWell') : t('admin.overview.remarks', { n: f.count(count), count })}
    />
  );
}

/** Issues that need attention, each with its effect on users. */
function RemarkList({ remarks }: { remarks: readonly Remark[] }) {
  const phrases = usePhrases();
  const { t } = phrases;
  return (
    <Card title={t('admin.overview.attention')} titleId="attention">
      {remarks.length === 0 ? (
        <p className="p-card flex items-center gap-2 text-14">
          <CircleCheck className="ic size-4 win" />
          {t('admin.overview.nothing')}
        </p>
      ) : (
        <ul className="att">
          {remarks.map((remark) => {
            const { title, text } = describeRemark(remark, phrases);
            return (
              <li key={title}>
                <b className="text-ink-1 font-semibold">{title}</b>
                <p className="text-14">{text}</p>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

function describeRemark(remark: Remark, phrases: Phrases): { title: string; text: string } {
  const { t } = phrases;
  const title = getTitle(remark, phrases);
  if (remark.kind !== 'modelAway') return { title, text: t(`admin.attention.${remark.kind}.text`) };
  return { title, text: t('admin.attention.modelAway.text', { reason: modelReasonIn(phrases, remark.reason) }) };
}

function getTitle(remark: Remark, phrases: Phrases): string {
  const { t, f } = phrases;
  switch (remark.kind) {
    case 'feedStale':
      return t('admin.attention.feedStale.title', { age: spanIn(phrases, remark.ageMs) });
    case 'pairsSilent':
      return t('admin.attention.pairsSilent.title', { n: f.count(remark.n), all: f.count(remark.all) });
    case 'mailStuck':
      return t('admin.attention.mailStuck.title', { time: f.clock(Date.parse(remark.since)) });
    case 'databaseSlow':
      return t('admin.attention.databaseSlow.title', { time: spanIn(phrases, remark.ms) });
    case 'mailFailed':
    case 'overdue':
    case 'jobsFailed':
      return t(`admin.attention.${remark.kind}.title`, { n: f.count(remark.n) });
    case 'modelAway':
    case 'modelFlagged':
      return t(`admin.attention.${remark.kind}.title`, { model: remark.model });
    default:
      return t(`admin.attention.${remark.kind}.title`);
  }
}
