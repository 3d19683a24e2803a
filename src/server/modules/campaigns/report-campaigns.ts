import type { CampaignFigures, CampaignReport } from '#contract/admin/admin.ts';
import { toInstant } from '#contract/wire.ts';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/start/platform.ts';
import { countPeople, findNewestDay, type Money, type PeopleRow, sumMoney } from './campaigns.repository.ts';

export type ReportCampaigns = (query: {
  from?: string | undefined;
  to?: string | undefined;
}) => Promise<CampaignReport>;

interface ReportCampaignsDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly revenue: Config['revenue'];
  readonly internalEmails: readonly string[];
}

/**
 * What each campaign brought: users from the accounts, money from the days that the broker
 * reported.
 */
export const createReportCampaigns =
  ({ db, revenue, internalEmails, clock }: ReportCampaignsDependencies): ReportCampaigns =>
  async (query) => {
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
  };

const belongsTo =
  (name: string | null) =>
  ({ campaign }: { campaign: string | null }): boolean =>
    campaign === name;

const byName = (a: CampaignFigures, b: CampaignFigures): number => (a.campaign ?? '').localeCompare(b.campaign ?? '');

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

const toMonth = ({ month, turnover, commission }: Money & { month: string }): CampaignReport['months'][number] => ({
  month,
  turnover: toCents(turnover),
  commission: toCents(commission),
});

const sumUp = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

const toCents = (amount: number): number => Math.round(amount * 100) / 100;
