import { z } from 'zod';
import type { BrokerTrade } from '#domain/contest/broker-trade.ts';

/**
 * The answer of `GET /api/trades/{trader_id}/{partner_id}/{hash}?since=` of the sandbox broker, e.g. {"uid":"10000001",
 * "trades":[{"id":"t-7","symbol":"EURUSD","direction":"up","amount":"10.00","bonus_amount":"0.00","minutes":5,
 * "opened_at":"2026-12-20T12:00:20.000Z","closes_at":"2026-12-20T12:05:20.000Z","profit":null}]}. Money in dollars;
 * profit null: still open.
 */
const amount = z
  .string()
  .regex(/^-?\d{1,9}\.\d\d$/)
  .transform(Number);
const instant = z.iso.datetime({ precision: 3 }).transform((text) => Date.parse(text));

const Trades = z.object({
  uid: z.string(),
  trades: z
    .array(
      z.object({
        id: z.string().min(1).max(64),
        symbol: z.string().regex(/^[A-Z]{6}$/),
        direction: z.enum(['up', 'down']),
        amount,
        bonus_amount: amount,
        minutes: z.number().int().positive(),
        opened_at: instant,
        closes_at: instant,
        profit: amount.nullable(),
      }),
    )
    .max(1_000),
});

/** Null: unreadable, or for another trader. */
export function parseTrades(json: unknown, traderId: string): BrokerTrade[] | null {
  const parsed = Trades.safeParse(json);
  if (!parsed.success || parsed.data.uid !== traderId) return null;
  return parsed.data.trades.map((trade) => ({
    id: trade.id,
    symbol: trade.symbol,
    direction: trade.direction === 'up' ? 'BUY' : 'SELL',
    stake: trade.amount,
    bonusStake: trade.bonus_amount,
    duration: trade.minutes,
    openedAt: trade.opened_at,
    closesAt: trade.closes_at,
    profit: trade.profit,
  }));
}
