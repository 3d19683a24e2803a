import { adminCheckupEn } from '../admin-checkup/en.ts';
import { adminPeopleEn } from '../admin-people/en.ts';
import { adminReviewsEn } from '../admin-reviews/en.ts';
import { adminSignalsEn } from '../admin-signals/en.ts';
import { adminStateEn } from '../admin-state/en.ts';
import type { adminUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const adminEn: Translation<typeof adminUk> = {
  label: 'Administration',
  role: 'operator',
  estimate: 'about {{n}}',
  back: 'Back to the app',
  list: {
    reset: 'Reset',
    prev: 'Previous page',
    next: 'Next page',
    range: '{{from}}–{{to}} of {{total}}',
    rangeOnly: '{{from}}–{{to}}',
    failed: 'Couldn’t load the data.',
  },
  ...adminPeopleEn,
  ...adminStateEn,
  signals: adminSignalsEn,
  reviews: adminReviewsEn,
  checkup: adminCheckupEn,
  campaigns: {
    pageTitle: 'Campaigns and revenue',
    title: 'Campaigns and revenue',
    lead: 'The broker reports turnover once a day. Until it pays, our share is an estimate.',
    toldAt: 'Latest broker data: {{date}}.',
    notTold: 'No broker data yet.',
    period: 'Period',
    twelveMonths: '12 months',
    turnover: 'Referred turnover',
    turnoverNote: 'from broker-confirmed IDs',
    share: 'Our {{percent}}, estimated',
    year: 'paid once a year',
    quarter: 'paid once a quarter',
    month: 'paid once a month',
    commission: 'Commission reported by the broker',
    commissionNote: 'for the same period',
    perTrader: 'Turnover per active trader',
    perTraderNote: 'active: {{n}}',
    byMonth: 'Turnover by month',
    incomplete: 'hatched: the current month',
    chart: 'Turnover by month, US dollars',
    noTurnover: 'No turnover in this period yet.',
    table: 'Campaigns',
    csv: 'CSV',
    campaign: 'Campaign',
    none: 'No campaign',
    registered: 'Registrations',
    activated: 'Email confirmed',
    withBrokerId: 'Confirmed IDs',
    activeTraders: 'Active',
    money: 'Turnover',
    expected: 'Estimate',
    total: 'Total',
    empty: 'No one registered in this period.',
  },
};
