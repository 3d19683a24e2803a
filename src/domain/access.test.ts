import { describe, expect, it } from 'vitest';
import { isBalanceStale, refusalOfSignals, refusalOfVip, type Trader } from './access.ts';

const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null };
const trader: Trader = {
  isActivated: true,
  referralId: '10000001',
  balance: 250,
  balanceCheckedAt: 1_000,
  isSelfExcluded: false,
};

describe('signal access', () => {
  it.each([
    ['everything in order', {}, null],
    ['a balance of exactly the minimum', { balance: 10 }, null],
    [
      'e-mail not activated, whatever else',
      { isActivated: false, referralId: null, balance: 0 },
      'email_not_activated',
    ],
    ['no broker id', { referralId: null, balance: 0 }, 'referral_required'],
    ['self-excluded, whatever the balance', { isSelfExcluded: true, balance: 5_000 }, 'self_excluded'],
    ['a cent below the minimum', { balance: 9.99 }, 'balance_too_low'],
    ['a balance nobody knows', { balance: null }, 'balance_too_low'],
  ] as const)('%s', (_title, change, refusal) => {
    expect(refusalOfSignals({ ...trader, ...change }, rules)).toBe(refusal);
  });

  it.each([
    ['exactly 1000 is refused', 1000, 'vip_balance_required'],
    ['a cent above is let in', 1000.01, null],
    ['below the minimum the minimum comes first', 5, 'balance_too_low'],
  ] as const)('VIP: %s', (_title, balance, refusal) => {
    expect(refusalOfVip({ ...trader, balance }, rules, 0)).toBe(refusal);
  });

  it('VIP is open to all with signal access until the free period ends', () => {
    const free = { ...rules, vipFreeUntil: 5_000 };
    expect(refusalOfVip(trader, free, 4_999)).toBeNull();
    expect(refusalOfVip(trader, free, 5_000)).toBe('vip_balance_required');
  });

  it('a balance counts for a day', () => {
    expect(isBalanceStale(trader, 1_000 + 86_400_000)).toBe(false);
    expect(isBalanceStale(trader, 1_001 + 86_400_000)).toBe(true);
    expect(isBalanceStale({ ...trader, balanceCheckedAt: null }, 0)).toBe(true);
  });
});
