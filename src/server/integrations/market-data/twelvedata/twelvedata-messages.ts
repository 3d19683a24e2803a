import { z } from 'zod';

/**
 * Messages of Twelve Data's WebSocket and REST API (its public documentation). Only fields that are
 * read are validated, unknown fields are allowed.
 */

/** ← {"event":"price","symbol":"EUR/USD","timestamp":1600595462,"price":1.0965,"bid":1.0964,"ask":1.0966} */
const PriceMessage = z.object({
  event: z.literal('price'),
  symbol: z.string(),
  timestamp: z.coerce.number(),
  price: z.coerce.number(),
  bid: z.coerce.number().nullish(),
  ask: z.coerce.number().nullish(),
});

/** ← {"event":"subscribe-status","status":"ok","success":[{"symbol":"EUR/USD"}],"fails":null} */
const SubscribeStatus = z.object({
  event: z.literal('subscribe-status'),
  status: z.string(),
  success: z.array(z.object({ symbol: z.string().optional() })).nullish(),
  fails: z.array(z.object({ symbol: z.string().optional() })).nullish(),
});
export type SubscribeStatus = z.infer<typeof SubscribeStatus>;

/** ← {"event":"heartbeat","status":"ok"}, the answer to {"action":"heartbeat"}. */
const Heartbeat = z.object({ event: z.literal('heartbeat') });

export const SocketMessage = z.discriminatedUnion('event', [PriceMessage, SubscribeStatus, Heartbeat]);

/**
 * ← {"status":"ok","values":[{"datetime":"2026-09-15 11:59:00","open":"1.10510","high":"1.10520","low":"1.10505",
 *    "close":"1.10515"}]}; an error is {"status":"error","code":429,"message":"…"} with HTTP 200 or its own status.
 */
export const TimeSeries = z.object({
  status: z.literal('ok'),
  values: z.array(
    z.object({
      datetime: z.string(),
      open: z.coerce.number(),
      high: z.coerce.number(),
      low: z.coerce.number(),
      close: z.coerce.number(),
    }),
  ),
});
export const ServiceError = z.object({ status: z.literal('error'), code: z.coerce.number() });

/**
 * ← {"timestamp":"2026-09-15 11:59:00","current_usage":3,"plan_limit":8,"daily_usage":412,"plan_daily_limit":800,
 *    "plan_category":"basic"}; only plans with a limit a day have the daily fields.
 */
export const UsageMessage = z.object({ daily_usage: z.coerce.number().int().min(0) });
