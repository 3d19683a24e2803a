import { describe, expect, it } from 'vitest';
import { isBalanceStale, nextStep, signalAccessError, vipAccessError, type Trader } from './access.ts';
import { dayMs } from '../time.ts';

const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null, balanceHoldsMs: dayMs };
const trader: Trader = {
  isActivated: true,
  referralId: '10000001',
  balance: 250,
  balanceCheckedAt: 1_000,
  isSelfExcluded: false,
};

describe('signal access', () => {
  it.each([
    ['all conditions met', {}, null],
    ['a balance of exactly the minimum', { balance: 10 }, null],
    [
      'e-mail not activated, whatever else',
      { isActivated: false, referralId: null, balance: 0 },
      'email_not_activated',
    ],
    ['no broker id', { referralId: null, balance: 0 }, 'referral_required'],
    ['self-excluded at any balance', { isSelfExcluded: true, balance: 5_000 }, 'self_excluded'],
    ['a cent below the minimum', { balance: 9.99 }, 'balance_too_low'],
    ['an unknown balance', { balance: null }, 'balance_too_low'],
  ] as const)('%s', (_title, change, rejection) => {
    expect(signalAccessError({ ...trader, ...change }, rules)).toBe(rejection);
  });

  it.each([
    ['exactly 1000 is rejected', 1000, 'vip_balance_required'],
    ['a cent above is accepted', 1000.01, null],
    ['below the minimum, the minimum is reported first', 5, 'balance_too_low'],
  ] as const)('VIP: %s', (_title, balance, rejection) => {
    expect(vipAccessError({ ...trader, balance }, rules, 0)).toBe(rejection);
  });

  it('grants VIP to every trader with signal access until the free period ends', () => {
    const free = { ...rules, vipFreeUntil: 5_000 };
    expect(vipAccessError(trader, free, 4_999)).toBeNull();
    expect(vipAccessError(trader, free, 5_000)).toBe('vip_balance_required');
  });

  it('treats a balance as valid for as long as the rules say', () => {
    for (const balanceHoldsMs of [dayMs, 2 * dayMs]) {
      expect(isBalanceStale(trader, { ...rules, balanceHoldsMs }, 1_000 + balanceHoldsMs)).toBe(false);
      expect(isBalanceStale(trader, { ...rules, balanceHoldsMs }, 1_001 + balanceHoldsMs)).toBe(true);
    }
    expect(isBalanceStale({ ...trader, balanceCheckedAt: null }, rules, 0)).toBe(true);
  });
});

describe('next step of the user', () => {
  it.each([
    ['a visitor signs in', null, 'sign_in'],
    ['a new account is activated', { isActivated: false, referralId: null, balance: null }, 'activate'],
    ['an activated account enters the id', { referralId: null, balance: null }, 'enter_id'],
    ['a self-excluded user is not asked for a deposit', { isSelfExcluded: true, balance: 0 }, 'self_excluded'],
    ['an unknown balance is checked, not topped up', { balance: null, balanceCheckedAt: null }, 'check_balance'],
    ['a low balance is topped up', { balance: 9.99 }, 'top_up'],
    ['a low balance from yesterday is checked first', { balance: 9.99, balanceCheckedAt: -dayMs }, 'check_balance'],
    ['a sufficient balance from yesterday is checked first', { balanceCheckedAt: -dayMs }, 'check_balance'],
    ['with all conditions met, trading', {}, 'trade'],
  ] as const)('%s', (_title, change, step) => {
    expect(nextStep(change && { ...trader, ...change }, rules, 2_000)).toBe(step);
  });

  it('is trading exactly when no access rule rejects the request', () => {
    for (const balance of [null, 0, 9.99, 10, 1000.01]) {
      const person = { ...trader, balance };
      expect(nextStep(person, rules, 2_000) === 'trade').toBe(signalAccessError(person, rules) === null);
    }
  });
});
