import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  addBonus,
  commissionCents,
  deposit,
  dropBonus,
  excludeSelf,
  isExcluded,
  openAccount,
  openTrade,
  settleTrades,
  stakedCents,
  withdraw,
} from './account.ts';

const order = { symbol: 'EUR/USD', direction: 'up' as const, stake: 1_000, minutes: 5 };
let account: Account;
beforeEach(() => {
  account = openAccount({ id: '1', email: 'a@b.example', partner: 'p', campaign: null }, 2_500, 0);
});

describe('a training account', () => {
  it('stakes own money first, then the bonus, and counts both as turnover', () => {
    addBonus(account, 0);
    expect(openTrade(account, { ...order, stake: 3_000 }, { now: 0, quotes: null })).toBeNull();
    expect(account).toMatchObject({ cash: 0, bonus: 4_500, turnover: 3_000 });
    expect([stakedCents(account), commissionCents(account)]).toEqual([3_000, 60]);
  });

  it.each([
    ['won', 0.49, 2_500 + 820, 820],
    ['lost', 0.5, 1_500, -1_000],
  ])('settles a trade that is %s by chance once, when it is due', (_title, chance, cash, profit) => {
    const terms = { payout: 0.82, quotes: null, chance: () => chance };
    openTrade(account, order, { now: 0, quotes: null });
    expect(settleTrades(account, { now: 299_999, ...terms })).toBe(false);
    expect(settleTrades(account, { now: 300_000, ...terms })).toBe(true);
    expect(settleTrades(account, { now: 300_000, ...terms })).toBe(false);
    expect(account).toMatchObject({ cash, profit, trades: [{ profit }] });
  });

  it.each([
    ['up', 1.1002, 2_500 + 820, 820],
    ['up', 1.0998, 1_500, -1_000],
    ['down', 1.0998, 2_500 + 820, 820],
    ['down', 1.1002, 1_500, -1_000],
    ['up', 1.1, 2_500, 0],
  ] as const)('decides a trade %s that closes at %d by the quotes', (direction, closePrice, cash, profit) => {
    const quotes = { priceAt: (_symbol: string, time: number) => (time < 300_000 ? 1.1 : closePrice) };
    openTrade(account, { ...order, direction }, { now: 0, quotes });
    const never = (): number => {
      throw new Error('chance decides nothing where prices do');
    };
    settleTrades(account, { now: 400_000, payout: 0.82, quotes, chance: never });
    expect(account).toMatchObject({ cash, profit, trades: [{ openPrice: 1.1, closePrice, profit }] });
  });

  it('pays out own money only', () => {
    addBonus(account, 0);
    expect(withdraw(account, 2_501, 0)).toBe('funds');
    expect(withdraw(account, 2_500, 0)).toBeNull();
    expect(account).toMatchObject({ cash: 0, bonus: 5_000 });
    dropBonus(account, 0);
    expect(account.bonus).toBe(0);
  });

  it('under self-exclusion accepts no deposits or trades until the term ends, but pays out', () => {
    excludeSelf(account, 7, 0);
    excludeSelf(account, 1, 0);
    const week = 7 * 86_400_000;
    expect(isExcluded(account, week - 1)).toBe(true);
    expect([
      deposit(account, 100, 1),
      addBonus(account, 1),
      openTrade(account, order, { now: 1, quotes: null }),
    ]).toEqual(Array.from({ length: 3 }, () => 'excluded'));
    expect(withdraw(account, 2_500, 1)).toBeNull();
    expect(isExcluded(account, week)).toBe(false);
    expect(deposit(account, 100, week)).toBeNull();
  });
});
