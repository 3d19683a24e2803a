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
  symbols,
  withdraw,
} from './account.ts';
import { payoutPercentAt } from './simulated-quotes.ts';

const order = { symbol: 'EUR/USD', direction: 'up' as const, stake: 1_000, minutes: 5 };
/** Cents on top of the stake. */
const won = 10 * payoutPercentAt(order.symbol, 0);
let account: Account;
beforeEach(() => {
  account = openAccount({ id: '1', email: 'a@b.example', partner: 'p', campaign: null }, 2_500, 0);
});

it('pays 80 to 87 percent, by day 90 to 92, by pair and by hour', () => {
  const hours = Array.from({ length: 240 }, (_, hour) => hour * 3_600_000);
  const paid = symbols.map((symbol) => hours.map((time) => payoutPercentAt(symbol, time)));
  expect([...new Set(paid.flat())].toSorted((a, b) => a - b)).toEqual([80, 81, 82, 83, 84, 85, 86, 87, 90, 91, 92]);
  expect(new Set(paid.map((own) => own[0])).size).toBeGreaterThan(5);
  expect(paid.every((own) => new Set(own).size > 5)).toBe(true);
  expect(payoutPercentAt('EUR/USD', 3_599_999)).toBe(payoutPercentAt('EURUSD', 0));
  // Noon in New York is by day, 21:00 there is not: most while the market is liquid.
  const [byDay, byNight] = [17, 2].map((hour) => symbols.map((symbol) => payoutPercentAt(symbol, hour * 3_600_000)));
  expect(Math.min(...(byDay ?? []))).toBeGreaterThan(Math.max(...(byNight ?? [])));
});

describe('a training account', () => {
  it('stakes own money first, then the bonus, and counts both as turnover', () => {
    addBonus(account, 0);
    expect(openTrade(account, { ...order, stake: 3_000 }, { now: 0, quotes: null })).toBeNull();
    expect(account).toMatchObject({ cash: 0, bonus: 4_500, turnover: 3_000 });
    expect([stakedCents(account), commissionCents(account)]).toEqual([3_000, 60]);
  });

  it.each([
    ['won', 0.49, 2_500 + won, won],
    ['lost', 0.5, 1_500, -1_000],
  ])('settles a trade that is %s by chance once, when it is due', (_title, chance, cash, profit) => {
    const terms = { quotes: null, chance: () => chance };
    openTrade(account, order, { now: 0, quotes: null });
    expect(settleTrades(account, { now: 299_999, ...terms })).toBe(false);
    expect(settleTrades(account, { now: 300_000, ...terms })).toBe(true);
    expect(settleTrades(account, { now: 300_000, ...terms })).toBe(false);
    expect(account).toMatchObject({ cash, profit, trades: [{ profit }] });
  });

  it.each([
    ['up', 1.1002, 2_500 + won, won],
    ['up', 1.0998, 1_500, -1_000],
    ['down', 1.0998, 2_500 + won, won],
    ['down', 1.1002, 1_500, -1_000],
    ['up', 1.1, 2_500, 0],
  ] as const)('decides a trade %s that closes at %d by the quotes', (direction, closePrice, cash, profit) => {
    const quotes = { priceAt: (_symbol: string, time: number) => (time < 300_000 ? 1.1 : closePrice) };
    openTrade(account, { ...order, direction }, { now: 0, quotes });
    const never = (): number => {
      throw new Error('chance decides nothing where prices do');
    };
    settleTrades(account, { now: 400_000, quotes, chance: never });
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
