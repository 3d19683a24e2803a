import { z } from 'zod';
import { readableRows } from '../live/readable-rows.ts';

/**
 * Messages of Deriv's WebSocket API (its public documentation; new endpoint and legacy v3). Only
 * fields that are read are validated, unknown fields are allowed, and fields documented as optional
 * are optional here.
 */

/**
 * ← {"msg_type":"active_symbols","active_symbols":[{"underlying_symbol":"frxEURUSD","pip_size":0.00001,
 *    "exchange_is_open":1,"is_trading_suspended":0}]}; legacy names: symbol, pip.
 */
const ActiveSymbol = z.object({
  underlying_symbol: z.string().optional(),
  symbol: z.string().optional(),
  is_trading_suspended: z.coerce.number().optional(),
});
export const ActiveSymbols = z.object({ active_symbols: readableRows(ActiveSymbol) });

/**
 * ← {"msg_type":"tick","subscription":{"id":"…"},"tick":{"symbol":"frxEURUSD","epoch":1726000000,"quote":1.10512,
 *    "bid":1.1051,"ask":1.10514,"pip_size":5}}; bid, ask and pip_size may be absent.
 */
export const TickMessage = z.object({
  tick: z.object({
    symbol: z.string(),
    epoch: z.coerce.number(),
    quote: z.coerce.number(),
    bid: z.coerce.number().optional(),
    ask: z.coerce.number().optional(),
  }),
});

/** ← {"msg_type":"candles","candles":[{"epoch":1726000000,"open":1.1,"high":1.1,"low":1.1,"close":1.1}]} */
export const CandlesMessage = z.object({
  candles: readableRows(
    z.object({
      epoch: z.coerce.number(),
      open: z.coerce.number(),
      high: z.coerce.number(),
      low: z.coerce.number(),
      close: z.coerce.number(),
    }),
  ),
});

/** ← {"msg_type":"tick","req_id":2,"error":{"code":"MarketIsClosed","message":"This market is presently closed."}} */
export const Envelope = z.object({
  msg_type: z.string().optional(),
  req_id: z.number().optional(),
  error: z.object({ code: z.string(), message: z.string().optional() }).optional(),
});
export type Envelope = z.infer<typeof Envelope>;

const prefix = 'frx';

/**
 * Deriv's symbol of a pair. Broker-made prices (OTC symbols) have other prefixes and are never
 * requested.
 */
export const toDerivSymbol = (symbol: string): string => `${prefix}${symbol}`;

/** Our symbol, or null for anything but a real currency pair. */
export const fromDerivSymbol = (symbol: string): string | null =>
  /^frx[A-Z]{6}$/.test(symbol) ? symbol.slice(prefix.length) : null;
