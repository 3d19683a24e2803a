import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { AdminOverview as Overview, SystemState } from '#contract/admin/system.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { f, spanText, toCount, voidReasonName } from '#web/admin/admin-texts.ts';
import { Loaded } from '#web/admin/loaded.tsx';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useErrorMessage } from '#web/language/use-error-text.ts';
import { operatorTitle } from '#web/language/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Fact, StatCards } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { findRemarks, type Remark } from './remarks.ts';

export const meta = operatorTitle('Overview');

const everyMs = 10_000;

/** Users and signals of the day, what needs attention, the checkup, and each process. */
export default function AdminOverview() {
  const product = useQuery({ queryKey: ['admin', 'product'], queryFn: fetchProduct, refetchInterval: everyMs });
  const remarks = product.data && findRemarks(product.data);
  const now = serverClock.now();
  return (
    <>
      <PageHead
        title="Overview"
        lead={
          <>
            <time dateTime={new Date(now).toISOString()} className="tabular-nums">
              {f.weekday(f.getIsoDay(now), 'long')}, {f.date(now)}, {f.clock(now)}.
            </time>{' '}
            {product.data && (product.data.system.feed.isMarketOpen ? 'Market open.' : 'Market closed.')}
          </>
        }
      >
        {remarks && (
          <Chip
            className={remarks.length === 0 ? 'lg win' : 'lg warn'}
            icon={remarks.length === 0 ? CircleCheck : TriangleAlert}
            text={remarks.length === 0 ? 'No issues' : toCount(remarks.length, 'issue')}
          />
        )}
      </PageHead>
      <Loaded read={product}>
        {({ system, overview }) => (
          <div className="flex flex-col gap-4">
            <Figures overview={overview} />
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(320px,100%),1fr))] items-start gap-4">
              <Attention remarks={remarks ?? []} />
              <Facts system={system} />
            </div>
            <Checkup />
            <Processes system={system} />
            <Consumers system={system} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Loaded together, because a part that arrives later would move those below it. */
async function fetchProduct() {
  const [system, overview, models] = await Promise.all([
    call('GET /api/admin/system'),
    call('GET /api/admin/overview'),
    call('GET /api/admin/models'),
  ]);
  return { system, overview, models: models.items };
}

/** Users and signals in numbers; signals are those of the market's day. */
function Figures({ overview: { users, signals } }: { readonly overview: Overview }) {
  const toUsers = (count: number): string => (users.isEstimate ? `about ${f.count(count)}` : f.count(count));
  const reasons = signals.voidReasons.map(({ reason, count }) => `${voidReasonName(reason)}, ${f.count(count)}`);
  const { successful, unsuccessful, neutral, open } = signals;
  return (
    <StatCards
      stats={[
        ['Users', toUsers(users.total), `+${f.count(users.today)} today`],
        [
          'With signal access',
          toUsers(users.withAccess),
          users.total > 0 && `${f.percent(users.withAccess / users.total, 1)} of all`,
        ],
        [
          'Signals today',
          f.count(signals.today),
          `${f.count(successful)} won, ${f.count(unsuccessful)} lost, ${f.count(neutral)} tied, ${f.count(open)} open`,
        ],
        ['Not counted today', f.count(signals.void), signals.void === 0 ? 'all counted' : reasons.join('; ')],
      ]}
    />
  );
}

const Attention = ({ remarks }: { readonly remarks: readonly Remark[] }) => (
  <Card title="Needs attention" titleId="attention">
    {remarks.length === 0 ? (
      <p className="p-card flex items-center gap-2 text-14">
        <CircleCheck className="ic size-4 win" />
        Everything is working.
      </p>
    ) : (
      <ul className="divide-y divide-line">
        {remarks.map(([title, text]) => (
          <li key={title} className="grid gap-1 px-5 py-3.5 phone:px-4.5">
            <b className="text-[15px]/[1.4] font-semibold text-ink-1">{title}</b>
            <p className="text-14">{text}</p>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

interface SystemProps {
  readonly system: SystemState;
}

/** What an operator looks up: versions, sizes, and what the language models cost. */
function Facts({ system: { now, version, startedAt, feed, record, llm } }: SystemProps) {
  const ofLimit = (used: number, limit: number | null, format: (n: number) => string): string =>
    limit === null ? `${format(used)}, no limit` : `${format(used)} of ${format(limit)}`;
  return (
    <Card title="State">
      <dl className="dl px-5 pt-1 pb-2">
        <Fact name="Version">{version}</Fact>
        <Fact name="Uptime">{spanText(Date.parse(now) - Date.parse(startedAt))}</Fact>
        <Fact name="Prices">{`${feed.kind}, ${f.count(feed.freshPairs)} of ${f.count(feed.pairs)} pairs`}</Fact>
        {feed.notOffered.length > 0 && (
          <Fact name="Pairs the feed lacks">{feed.notOffered.map(pairName).join(', ')}</Fact>
        )}
        <Fact name="Record entries">{f.count(record.size)}</Fact>
        <Fact name="Signed">{record.checkpoint ? f.time(Date.parse(record.checkpoint.signedAt)) : 'not yet'}</Fact>
        {llm && (
          <>
            <Fact name="Language model calls, hour">{ofLimit(llm.callsOfHour, llm.callsPerHour, f.count)}</Fact>
            <Fact name="Language model calls, day">{ofLimit(llm.callsOfDay, llm.callsPerDay, f.count)}</Fact>
            <Fact name="Spent today (UTC)">{ofLimit(llm.costOfDayUsd, llm.costPerDayUsd, f.usd)}</Fact>
          </>
        )}
      </dl>
    </Card>
  );
}

const tones = { ok: 'win', warning: 'warn', failure: 'loss', absent: '' } as const;
const words = { ok: 'OK', warning: 'works in part', failure: 'doesn’t work', absent: 'not checked' } as const;

/** Calls every partner once an administrator asks for it, and says what is missing. */
function Checkup() {
  const errorMessage = useErrorMessage();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call('POST /api/admin/checkup'),
  });
  return (
    <Card
      title="Checkup"
      aside={
        <Button
          look="s sm"
          isBusy={isPending}
          onClick={() => mutate()}
          text={isPending ? 'Checking…' : 'Run the checkup'}
        />
      }
    >
      <p className="px-5 py-3 text-14 text-ink-2">
        The same as the command npm run doctor: the server really calls every service, language models included.
      </p>
      <div aria-live="polite">
        {error && <p className="px-5 py-3 loss">{errorMessage(error)}</p>}
        {data && (
          <ul className="divide-y divide-line border-t border-line">
            {data.findings.map(({ code, subject, state, text, detail, advice }) => (
              <li key={code} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5 py-3">
                <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
                  <b className="text-ink-1">{subject}</b>
                  {`: ${text}${detail === null ? '' : ` (${detail})`}`}
                  {advice !== null && <p className="text-13 text-ink-3">{advice}</p>}
                </div>
                <span className={`chip ${tones[state]}`}>{words[state]}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

const orDash = (ms: number | null): string => (ms === null ? '—' : spanText(ms));

/** Each process, and how far it is behind the market and the outbox of events. */
const Processes = ({ system: { processes } }: SystemProps) => (
  <Card className="overflow-hidden" title="Processes">
    <TableScroll label="Processes">
      <DataTable
        rows={processes}
        getKey={({ name }) => name}
        hasRowNames
        columns={[
          [
            'Process',
            ({ name, isSelf, role, leader }) => (
              <>
                <span className="mono">{role}</span> {leader?.leading && <span className="chip win">leads</span>}
                <span className="block">{isSelf ? 'this process' : name}</span>
              </>
            ),
          ],
          ['Term', ({ leader }) => (leader ? f.count(leader.term) : '—'), 'r'],
          ['Market data age', ({ boardAgeMs }) => (boardAgeMs === 0 ? 'own' : orDash(boardAgeMs)), 'r'],
          ['Newest price', ({ priceAgeMs }) => orDash(priceAgeMs), 'r'],
          ['Streams behind', ({ streamLagMs }) => orDash(streamLagMs), 'r'],
        ]}
      />
    </TableScroll>
  </Card>
);

/** What waits in the database to be taken by a process, and how long the oldest has waited. */
const Consumers = ({ system: { consumers } }: SystemProps) => (
  <Card className="overflow-hidden" title="Waiting to be processed">
    {consumers === null ? (
      <p className="p-card loss">no response</p>
    ) : (
      <DataTable
        rows={consumers}
        getKey={({ name }) => name}
        hasRowNames
        columns={[
          ['What', ({ name }) => name],
          ['Waiting', ({ waiting }) => f.count(waiting), 'r'],
          ['Oldest waits', ({ waiting, lagMs }) => (waiting === 0 ? '—' : spanText(lagMs)), 'r'],
        ]}
      />
    )}
  </Card>
);
