import type { CampaignFigures, CampaignReport } from '#contract/admin.ts';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import { countPeople, findNewestDay, listMoney, type MoneyRow, type PeopleRow } from './campaigns.repository.ts';

export type ReportCampaigns = (query: {
  from?: string | undefined;
  to?: string | undefined;
}) => Promise<CampaignReport>;

interface Needs {
  readonly db: Database;
  readonly revenue: Config['revenue'];
  readonly internalEmails: readonly string[];
  readonly clock: Clock;
}

/**
 * What each campaign brought: users from the accounts, money from the days that the broker
 * reported.
 */
export const createReportCampaigns =
  ({ db, revenue, internalEmails, clock }: Needs): ReportCampaigns =>
  async (query) => {
    const madeAt = toInstant(clock.now());
    const to = query.to ?? madeAt.slice(0, 10);
    const from = query.from ?? `${to.slice(0, 4)}-01-01`;
    const period = { from, to, internalEmails };
    const [people, money] = await Promise.all([countPeople(db, period), listMoney(db, period)]);
    const names = [...new Set([...people, ...money].map(({ campaign }) => campaign))];
    const campaigns = names
      .map((campaign) => ({
        campaign,
        ...figuresOf(people.filter(isOf(campaign)), money.filter(isOf(campaign)), revenue.share),
      }))
      .toSorted((a, b) => b.turnover - a.turnover || byName(a, b));
    return {
      from,
      to,
      ...revenue,
      toldAt: await findNewestDay(db),
      madeAt,
      campaigns,
      total: figuresOf(people, money, revenue.share),
      months: monthsOf(money),
    };
  };

const isOf =
  (name: string | null) =>
  ({ campaign }: { campaign: string | null }): boolean =>
    campaign === name;

const byName = (a: CampaignFigures, b: CampaignFigures): number => (a.campaign ?? '').localeCompare(b.campaign ?? '');

function figuresOf(people: readonly PeopleRow[], money: readonly MoneyRow[], share: number) {
  const turnover = sumOf(money, 'turnover');
  return {
    registered: sumOf(people, 'registered'),
    activated: sumOf(people, 'activated'),
    withBrokerId: sumOf(people, 'withBrokerId'),
    activeTraders: new Set(money.filter((row) => row.turnover > 0).map(({ traderId }) => traderId)).size,
    turnover,
    expectedShare: toCents(turnover * share),
    commission: sumOf(money, 'commission'),
  };
}

function monthsOf(money: readonly MoneyRow[]): CampaignReport['months'] {
  const byMonth = Map.groupBy(money, ({ month }) => month);
  return [...byMonth]
    .map(([month, rows]) => ({ month, turnover: sumOf(rows, 'turnover'), commission: sumOf(rows, 'commission') }))
    .toSorted((a, b) => a.month.localeCompare(b.month));
}

const sumOf = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number =>
  toCents(rows.reduce((sum, row) => sum + row[key], 0));

const toCents = (amount: number): number => Math.round(amount * 100) / 100;
