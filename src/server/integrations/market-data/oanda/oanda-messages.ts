import { z } from 'zod';

/**
 * Messages of OANDA's v20 REST and streaming API (its public documentation). Only fields that are
 * read are validated, unknown fields are allowed; prices are strings.
 */

const Level = z.object({ price: z.coerce.number() });

/**
 * ← {"type":"PRICE","time":"2026-09-15T12:00:00.123456789Z","instrument":"EUR_USD","status":"tradeable",
 *    "bids":[{"price":"1.10510","liquidity":1000000}],"asks":[{"price":"1.10514","liquidity":1000000}]}
 */
const PriceMessage = z.object({
  type: z.literal('PRICE'),
  time: z.string(),
  instrument: z.string(),
  tradeable: z.boolean().optional(),
  status: z.string().optional(),
  bids: z.array(Level),
  asks: z.array(Level),
});

/** ← {"type":"HEARTBEAT","time":"2026-09-15T12:00:05.000000000Z"}, every five seconds. */
const HeartbeatMessage = z.object({ type: z.literal('HEARTBEAT') });

export const StreamMessage = z.discriminatedUnion('type', [PriceMessage, HeartbeatMessage]);

/**
 * ← {"instrument":"EUR_USD","granularity":"M1","candles":[{"complete":true,"volume":42,
 *    "time":"2026-09-15T11:59:00.000000000Z","mid":{"o":"1.10510","h":"1.10520","l":"1.10505","c":"1.10515"}}]}
 */
export const CandlesMessage = z.object({
  candles: z.array(
    z.object({
      complete: z.boolean(),
      time: z.string(),
      mid: z.object({
        o: z.coerce.number(),
        h: z.coerce.number(),
        l: z.coerce.number(),
        c: z.coerce.number(),
      }),
    }),
  ),
});

/** ← {"instruments":[{"name":"EUR_USD","type":"CURRENCY","displayName":"EUR/USD"}]} of the account. */
export const InstrumentsMessage = z.object({ instruments: z.array(z.object({ name: z.string() })) });

/** OANDA's name of a pair: EUR_USD. */
export const toInstrument = (symbol: string): string => `${symbol.slice(0, 3)}_${symbol.slice(3)}`;
export const fromInstrument = (instrument: string): string => instrument.replace('_', '');
