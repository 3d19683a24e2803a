import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { AiModel } from './signals.ts';
import { InEachLanguage, SiteNotice } from './site.ts';
import { Count, Instant, isPeriod, notPeriod, RequestedInstant } from './wire.ts';

export const Price = z
  .object({ symbol: z.string(), price: z.number(), bid: z.number(), ask: z.number(), time: Instant })
  .meta({ id: 'Price' });
export type Price = z.infer<typeof Price>;

const SymbolInfo = z
  .object({
    symbol: z.string(),
    name: z.string(),
    base: z.string(),
    quote: z.string(),
    digits: z.number().int(),
    isOpen: z.boolean(),
    /** False: the feed does not offer the pair, so nothing can be requested of it. */
    isOffered: z.boolean(),
  })
  .meta({ id: 'Symbol' });

export const WireBar = z
  .object({ time: Instant, open: z.number(), high: z.number(), low: z.number(), close: z.number() })
  .meta({ id: 'Bar' });
export type WireBar = z.infer<typeof WireBar>;

const ModelState = z.object({
  key: AiModel,
  name: z.string(),
  available: z.boolean(),
  reason: z.string().optional(),
  /** Why the operator switched the model off. */
  reasonText: InEachLanguage.optional(),
  minBalance: z.number(),
  /** For a language model: number of its settled answers; below 200 it is not calibrated yet. */
  settledAnswers: Count.optional(),
});

export const WorkingStats = z
  .object({
    open: z.boolean(),
    days: z.array(z.number().int().min(1).max(7)),
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    now: Instant,
    nextOpen: Instant.nullable(),
    nextClose: Instant.nullable(),
    /** The next market closures besides weekends, including a current one. */
    holidays: z.array(z.object({ from: Instant, to: Instant })),
    feed: z.object({ kind: z.string(), live: z.boolean(), delayMs: z.number().nullable() }),
    models: z.array(ModelState),
    /** Null: none. */
    notice: SiteNotice.nullable(),
  })
  .meta({ id: 'WorkingStats' });
export type WorkingStats = z.infer<typeof WorkingStats>;

export const priceEndpoints = {
  'GET /python_api/price/:symbol': {
    guards: ['signedIn', 'signalAccess'],
    answer: Price,
    errors: ['unknown_symbol', 'feed_stale'],
  },
  'GET /python_api/symbols': { guards: ['signedIn', 'signalAccess'], answer: z.array(SymbolInfo) },
  'GET /python_api/bars/:symbol': {
    guards: ['signedIn', 'signalAccess'],
    query: z.object({ from: RequestedInstant.optional(), to: RequestedInstant.optional() }).refine(isPeriod, notPeriod),
    answer: z.array(WireBar),
    errors: ['unknown_symbol'],
  },
  'GET /api/signal/workingStats': { guards: [], inMaintenance: true, answer: WorkingStats },
} satisfies Endpoints;
