import { z } from 'zod';
import { majorPairs, pairName } from '#domain/market/currency-pair.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { payoutPercentAt, type Quotes } from './simulated-quotes.ts';

export const directions = ['up', 'down'] as const;
export const behaviours = ['normal', 'slow', 'silent', 'missing'] as const;
/** The 28 crosses of the eight majors, BASE/QUOTE. */
export const symbols = majorPairs.map(({ symbol }) => pairName(symbol));
export const exclusionDays = [1, 7, 30, 180] as const;

const bonusCents = 5_000;
/** The partner's share of its traders' turnover. */
const partnerShare = 0.02;
/** The whole book is written at each change, so it has to stay small. */
const maxTrades = 200;

const Cents = z.number().int();

const Trade = z.object({
  symbol: z.string(),
  direction: z.enum(directions),
  stake: Cents,
  minutes: z.number(),
  /** Percent of the stake that a win pays, as when it was opened. */
  payout: z.number(),
  openedAt: z.number(),
  closesAt: z.number(),
  /** Null: this broker has no quotes. */
  openPrice: z.number().nullable(),
  closePrice: z.number().nullable(),
  /** Profit on top of the stake; 0: the stake came back; null: open. */
  profit: Cents.nullable(),
});
export type Trade = z.infer<typeof Trade>;

/** A training account. Money in cents, instants in milliseconds UTC. */
export const Account = z.object({
  id: z.string(),
  email: z.string(),
  partner: z.string(),
  campaign: z.string().nullable(),
  openedAt: z.number(),
  activeAt: z.number(),
  cash: Cents,
  bonus: Cents,
  deposits: z.object({ count: z.number().int(), sum: Cents, firstAt: z.number().nullable(), first: Cents }),
  turnover: Cents,
  profit: Cents,
  excludedUntil: z.number().nullable(),
  behaviour: z.enum(behaviours),
  trades: z.array(Trade),
});
export type Account = z.infer<typeof Account>;

/** Why an operation is rejected. */
export type AccountError = 'amount' | 'funds' | 'excluded';

type Opening = Pick<Account, 'id' | 'email' | 'partner' | 'campaign'>;

export function openAccount(opening: Opening, depositCents: number, now: number): Account {
  const account: Account = {
    ...opening,
    openedAt: now,
    activeAt: now,
    cash: 0,
    bonus: 0,
    deposits: { count: 0, sum: 0, firstAt: null, first: 0 },
    turnover: 0,
    profit: 0,
    excludedUntil: null,
    behaviour: 'normal',
    trades: [],
  };
  if (depositCents > 0) deposit(account, depositCents, now);
  return account;
}

export const isExcluded = ({ excludedUntil }: Account, now: number): boolean =>
  excludedUntil !== null && now < excludedUntil;

export const stakedCents = ({ trades }: Account): number =>
  trades.filter(({ profit }) => profit === null).reduce((sum, { stake }) => sum + stake, 0);

export function deposit(account: Account, cents: number, now: number): AccountError | null {
  if (isExcluded(account, now)) return 'excluded';
  const { deposits } = account;
  account.cash += cents;
  account.activeAt = now;
  account.deposits = {
    count: deposits.count + 1,
    sum: deposits.sum + cents,
    firstAt: deposits.firstAt ?? now,
    first: deposits.firstAt === null ? cents : deposits.first,
  };
  return null;
}

/**
 * Also available under self-exclusion, because it is the user's own money. Bonuses cannot be
 * withdrawn.
 */
export function withdraw(account: Account, cents: number, now: number): AccountError | null {
  if (cents > account.cash) return 'funds';
  account.cash -= cents;
  account.activeAt = now;
  return null;
}

export function addBonus(account: Account, now: number): AccountError | null {
  if (isExcluded(account, now)) return 'excluded';
  account.bonus += bonusCents;
  account.activeAt = now;
  return null;
}

export function dropBonus(account: Account, now: number): null {
  account.bonus = 0;
  account.activeAt = now;
  return null;
}

type Order = Pick<Trade, 'symbol' | 'direction' | 'stake' | 'minutes'>;

/** Own money is staked before the bonus. */
export function openTrade(
  account: Account,
  order: Order,
  { now, quotes }: Pick<Settling, 'now' | 'quotes'>,
): AccountError | null {
  if (isExcluded(account, now)) return 'excluded';
  if (order.stake > account.cash + account.bonus) return 'funds';
  const fromCash = Math.min(order.stake, account.cash);
  account.cash -= fromCash;
  account.bonus -= order.stake - fromCash;
  account.turnover += order.stake;
  account.activeAt = now;
  const trade = {
    ...order,
    payout: payoutPercentAt(order.symbol, now),
    openedAt: now,
    closesAt: now + order.minutes * minuteMs,
    openPrice: quotes?.priceAt(order.symbol, now) ?? null,
    closePrice: null,
    profit: null,
  };
  account.trades = [trade, ...account.trades].slice(0, maxTrades);
  return null;
}

export interface Settling {
  readonly now: number;
  /** Null: the product's market is not simulated here, so trades are decided by chance. */
  readonly quotes: Quotes | null;
  readonly chance: () => number;
}

/**
 * A trade with quotes is decided by its opening and closing price, and returns the stake when they
 * are equal; one without wins or loses at random with equal probability. True: something was
 * settled.
 */
export function settleTrades(account: Account, settling: Settling): boolean {
  const due = account.trades.filter(({ profit, closesAt }) => profit === null && closesAt <= settling.now);
  for (const trade of due) {
    trade.closePrice =
      trade.openPrice === null ? null : (settling.quotes?.priceAt(trade.symbol, trade.closesAt) ?? null);
    trade.profit = computeProfit(trade, settling);
    account.profit += trade.profit;
    if (trade.profit >= 0) account.cash += trade.stake + trade.profit;
  }
  return due.length > 0;
}

/** A losing trade costs the whole stake. */
function computeProfit(trade: Trade, { chance }: Settling): number {
  const { openPrice, closePrice, direction, stake, payout } = trade;
  if (openPrice !== null && openPrice === closePrice) return 0;
  const isWon =
    openPrice === null || closePrice === null ? chance() < 0.5 : direction === (closePrice > openPrice ? 'up' : 'down');
  return isWon ? Math.round((stake * payout) / 100) : -stake;
}

/** The term cannot be shortened. */
export function excludeSelf(account: Account, days: number, now: number): null {
  account.excludedUntil = Math.max(account.excludedUntil ?? 0, now + days * dayMs);
  account.activeAt = now;
  return null;
}

export const commissionCents = ({ turnover }: Account): number => Math.round(turnover * partnerShare);
