import { sql } from 'drizzle-orm';
import { campaignEndpoints, type CampaignFigures, type CampaignReport } from '#contract/admin/admin.ts';
import { toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { asksForCsv, csvLine, sendCsv } from '#server/http/csv.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';

interface CampaignsContext extends Platform {
  readonly accounts: AccountsApi;
}

/** What each campaign brought, as JSON or as a file. */
export function campaignsModule(ctx: CampaignsContext): ServerModule {
  const { accounts } = ctx;
  const routes = serveEndpoints(campaignEndpoints, accounts.guards, {
    'GET /api/admin/campaigns': async (request, reply) => {
      reply.header('vary', 'accept');
      const isFile = asksForCsv(request);
      if (isFile) await accounts.guards.recentlyConfirmed(request, reply);
      const report = await reportCampaigns(ctx, request.query);
      if (!isFile) return report;
      return sendCsv(reply, `campaigns-${report.from}-${report.to}.csv`, campaignsCsv(report));
    },
  });
  return { routes: [routes], api: {}, components: [] };
}

type Column = keyof CampaignFigures;

const columns: readonly Column[] = [
  'campaign',
  'registered',
  'activated',
  'withBrokerId',
  'activeTraders',
  'turnover',
  'expectedShare',
  'commission',
];

/**
 * One line per campaign. The name of a campaign comes from an address that anyone can write, so it
 * must not become a formula.
 */
const campaignsCsv = ({ campaigns }: CampaignReport): string =>
  [columns, ...campaigns.map((figures) => columns.map((column) => figures[column]))].map(csvLine).join('');

/**
 * What each campaign brought: users from the accounts, money from the days that the broker
 * reported. UTC days, both inclusive; by default since 1 January.
 */
async function reportCampaigns(
  { db, clock, config: { revenue, internalEmails } }: CampaignsContext,
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<CampaignReport> {
  const madeAt = toInstant(clock.now());
  const to = query.to ?? madeAt.slice(0, 10);
  const from = query.from ?? `${to.slice(0, 4)}-01-01`;
  const period = { from, to, internalEmails };
  const [people, money] = await Promise.all([countPeople(db, period), sumMoney(db, period)]);
  const names = [...new Set([...people, ...money.campaigns].map(({ campaign }) => campaign))];
  const campaigns = names
    .map((campaign) => ({
      campaign,
      ...computeFigures(people.filter(belongsTo(campaign)), money.campaigns.find(belongsTo(campaign)), revenue.share),
    }))
    .toSorted((a, b) => b.turnover - a.turnover || byName(a, b));
  return {
    from,
    to,
    ...revenue,
    toldAt: await findNewestDay(db),
    madeAt,
    campaigns,
    total: computeFigures(people, money.total, revenue.share),
    months: money.months.map(toMonth).toSorted((a, b) => a.month.localeCompare(b.month)),
  };
}

interface Period {
  /** UTC days, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Lower case: these accounts are not customers. */
  readonly internalEmails: readonly string[];
}

interface PeopleRow {
  readonly campaign: string | null;
  readonly registered: number;
  readonly activated: number;
  readonly withBrokerId: number;
}

/** What the broker reported of some traders in the period. */
interface Money {
  readonly turnover: number;
  readonly commission: number;
  /** Traders with a turnover in one of its months. */
  readonly activeTraders: number;
}

interface PeriodMoney {
  readonly campaigns: readonly (Money & { readonly campaign: string | null })[];
  /** `month`: YYYY-MM. */
  readonly months: readonly (Money & { readonly month: string })[];
  readonly total: Money;
}

export const countPeople = async (db: Database, { from, to, internalEmails }: Period): Promise<PeopleRow[]> => {
  const { rows } = await db.execute<PeopleRow & Record<string, unknown>>(sql`
    select u.campaign, count(*)::int as registered,
      (count(*) filter (where u.is_activated))::int as activated,
      (count(*) filter (where u.referral_id is not null))::int as "withBrokerId"
    from users u
    where u.created_at >= ${from}::date::timestamp at time zone 'UTC'
      and u.created_at < (${to}::date + 1)::timestamp at time zone 'UTC' and ${isCustomer(internalEmails)}
    group by u.campaign`);
  return rows;
};

const isCustomer = (internalEmails: readonly string[]) =>
  sql`not (lower(u.email) = any (${sql.param([...internalEmails])}::text[]))`;

type MoneySums = Record<keyof Money | 'campaign' | 'month', string | null> & { readonly level: number };

/**
 * The broker reports sums since an account was opened; what a day brought is the difference to its
 * stored beginning, which no period changes, so the figures of its parts add up to its own. Month by
 * month, because the traders of one month are few enough to be grouped in memory.
 */
export async function sumMoney(db: Database, { from, to, internalEmails }: Period): Promise<PeriodMoney> {
  const { rows } = await db.execute<MoneySums>(sql`
    with monthly as (
      select to_char(months.start, 'YYYY-MM') as month, traders.*
      from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month') as months(start)
      cross join lateral (
        select d.user_id, d.trader_id,
          sum(d.net_turnover - d.turnover_before) as turnover,
          sum(d.commission - d.commission_before) as commission
        from trader_days d
        where d.day between greatest(months.start::date, ${from}::date)
          and least((months.start + interval '1 month - 1 day')::date, ${to}::date)
        group by d.user_id, d.trader_id
      ) traders
    )
    select u.campaign, m.month, grouping(u.campaign, m.month) as level, sum(m.turnover) as turnover,
      sum(m.commission) as commission, count(distinct m.trader_id) filter (where m.turnover > 0) as "activeTraders"
    from monthly m join users u on u.id = m.user_id
    where ${isCustomer(internalEmails)}
    group by grouping sets ((u.campaign), (m.month), ())`);
  const ofLevel = (level: number) => rows.filter((row) => row.level === level);
  return {
    campaigns: ofLevel(1).map((row) => ({ ...toMoney(row), campaign: row.campaign })),
    months: ofLevel(2).map((row) => ({ ...toMoney(row), month: row.month ?? '' })),
    total: toMoney(ofLevel(3)[0]),
  };
}

/** None: nothing was reported. */
const toMoney = (sums?: MoneySums): Money => ({
  turnover: Number(sums?.turnover ?? 0),
  commission: Number(sums?.commission ?? 0),
  activeTraders: Number(sums?.activeTraders ?? 0),
});

function computeFigures(people: readonly PeopleRow[], money: Money | undefined, share: number) {
  const { turnover = 0, commission = 0, activeTraders = 0 } = money ?? {};
  return {
    registered: sumUp(people, 'registered'),
    activated: sumUp(people, 'activated'),
    withBrokerId: sumUp(people, 'withBrokerId'),
    activeTraders,
    turnover: toCents(turnover),
    expectedShare: toCents(turnover * share),
    commission: toCents(commission),
  };
}

const sumUp = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

const toCents = (amount: number): number => Math.round(amount * 100) / 100;

const belongsTo =
  (name: string | null) =>
  ({ campaign }: { campaign: string | null }): boolean =>
    campaign === name;

const byName = (a: CampaignFigures, b: CampaignFigures): number => (a.campaign ?? '').localeCompare(b.campaign ?? '');

const findNewestDay = async (db: Database): Promise<string | null> =>
  (await db.execute<{ day: string | null }>(sql`select max(day)::text as day from trader_days`)).rows[0]?.day ?? null;

const toMonth = ({ month, turnover, commission }: Money & { month: string }): CampaignReport['months'][number] => ({
  month,
  turnover: toCents(turnover),
  commission: toCents(commission),
});
