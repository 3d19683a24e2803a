import { adminContestEn } from '../admin-contest/en.ts';
import { adminPeopleEn } from '../admin-people/en.ts';
import { adminReviewsEn } from '../admin-reviews/en.ts';
import { adminSignalsEn } from '../admin-signals/en.ts';
import { adminStateEn } from '../admin-state/en.ts';
import type { adminUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const adminEn: Translation<typeof adminUk> = {
  label: 'Administration',
  role: 'operator',
  back: 'To the application',
  list: {
    reset: 'Reset',
    prev: 'Previous page',
    next: 'Next page',
    range: '{{from}}–{{to}} of {{total}}',
    rangeOnly: '{{from}}–{{to}}',
    failed: 'The figures could not be fetched.',
  },
  ...adminPeopleEn,
  ...adminStateEn,
  signals: adminSignalsEn,
  reviews: adminReviewsEn,
  contest: adminContestEn,
  campaigns: {
    pageTitle: 'Campaigns and revenue',
    title: 'Campaigns and revenue',
    lead: 'The broker reports turnover once a day. Until it pays, our share is an estimate.',
    toldAt: 'Latest figures of the broker: {{date}}.',
    notTold: 'The broker has reported nothing yet.',
    period: 'Period',
    twelveMonths: '12 months',
    turnover: 'Turnover of referred users',
    turnoverNote: 'with an ID confirmed by the broker',
    share: 'Our {{percent}}, estimated',
    year: 'paid once a year',
    quarter: 'paid once a quarter',
    month: 'paid once a month',
    commission: 'Commission as the broker tells it',
    commissionNote: 'in the same period',
    perTrader: 'Turnover of an active trader',
    perTraderNote: 'active: {{n}}',
    byMonth: 'Turnover by month',
    incomplete: 'hatched: the month that still runs',
    chart: 'Turnover by month, US dollars',
    noTurnover: 'No turnover in this time yet.',
    table: 'Campaigns',
    csv: 'CSV',
    campaign: 'Campaign',
    none: 'No campaign',
    registered: 'Registrations',
    activated: 'E-mail confirmed',
    withBrokerId: 'Confirmed IDs',
    activeTraders: 'Active',
    money: 'Turnover',
    expected: 'Estimate',
    total: 'Total',
    empty: 'Nobody registered in this period.',
  },
};
