import { CampaignReport } from '#contract/admin/admin.ts';
import { type BrokerLinks, TraderCheck } from '#contract/traders.ts';
import { type Answers, type FakeAnswer, ok } from '#tests/support/network/serve.ts';
import type { FakeAccounts } from './fake-accounts.ts';

type Check = NonNullable<TraderCheck['check']>;

/** The broker's part of the API as the browser sees it. */
export interface FakeTraders {
  check: Check | null;
  isSelfExcluded: boolean;
  /** The error of POST referral-id; null: the id is confirmed. */
  claim: FakeAnswer | null;
  kind: BrokerLinks['kind'];
  ownership: BrokerLinks['ownership'];
  /** The error of POST trader/check; null: the same answer as GET. */
  again: FakeAnswer | null;
}

export const fakeTraders = (over: Partial<FakeTraders> = {}): FakeTraders => ({
  check: null,
  isSelfExcluded: false,
  claim: null,
  again: null,
  kind: 'sandbox',
  ownership: 'none_needed',
  ...over,
});

export const aCheck = (over: Partial<Check> = {}): Check => ({
  kind: 'claim',
  traderId: '7731402',
  state: 'checking',
  startedAt: '2026-11-18T11:59:36.000Z',
  answeredAt: null,
  attempts: 2,
  nextAt: '2026-11-18T12:00:20.000Z',
  reason: null,
  ...over,
});

const toLinks = ({ kind, ownership }: FakeTraders): BrokerLinks => ({
  kind,
  broker: 'Training Broker',
  register: 'http://localhost:3001/join',
  ownership,
  deposit: 'http://localhost:3001/desk',
});

const figures = (registered: number, turnover: number) => ({
  registered,
  activated: registered,
  withBrokerId: Math.floor(registered / 2),
  activeTraders: Math.floor(registered / 3),
  turnover,
  expectedShare: turnover * 0.02,
  commission: turnover * 0.015,
});

const campaigns = CampaignReport.parse({
  from: '2025-12-01',
  to: '2026-11-18',
  share: 0.02,
  period: 'year',
  toldAt: '2026-11-18',
  madeAt: '2026-11-18T12:00:00.000Z',
  campaigns: [
    { campaign: 'telegram', ...figures(12, 7_424.5) },
    { campaign: null, ...figures(6, 1_200) },
  ],
  total: figures(18, 8_624.5),
  months: Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    turnover: 400 + 60 * index,
    commission: 6,
  })),
});

interface State {
  readonly traders: FakeTraders;
  readonly accounts: FakeAccounts;
}

export const traderAnswers: Answers<State> = {
  'GET /api/admin/campaigns': () => ok(campaigns),
  'GET /api/trader/links': ({ traders }) => ok(toLinks(traders)),
  'GET /api/trader/check': (state) => ok(toCheck(state)),
  'POST /api/trader/check': (state) => state.traders.again ?? ok(toCheck(state)),
  'POST /api/referral-id': ({ traders, accounts: { user } }, { body }) => {
    const { referralId } = body as { referralId: string };
    return traders.claim ?? ok({ user: { ...user, referralId, brokerAccountId: referralId, balance: 50 } });
  },
};

const toCheck = ({ traders: { check, isSelfExcluded }, accounts: { user } }: State): TraderCheck =>
  TraderCheck.parse({
    check,
    user,
    isBalanceValid: user.isBalanceHidden ? user.isBalanceValid : user.balance === null ? null : user.balance >= 10,
    isVip: user.balance === null ? null : user.balance > 1000,
    isSelfExcluded,
    minBalance: 10,
    vipBalance: 1000,
    balanceHoldsMs: 86_400_000,
  });
