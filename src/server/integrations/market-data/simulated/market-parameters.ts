import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { currencies } from '#domain/market/currency-pair.ts';

/** Parameters of the simulated market, fitted to recorded quotes: never changed by hand. */
export const MarketParameters = z.object({
  source: z.string(),
  /** Natural logarithm of each currency's worth in US dollars, around which it wanders. */
  level: z.record(z.enum(currencies), z.number()),
  /** Standard deviation of each currency's one-minute log change, over the average minute. */
  deviation: z.record(z.enum(currencies), z.number().positive()),
  /** Variance of a minute by quarter of an hour of the New York day; their mean is 1. */
  varianceByQuarter: z.array(z.number().positive()).length(96),
  /**
   * Independent components of log volatility: each a new normal number every `minutes`,
   * interpolated linearly.
   */
  volatility: z.array(z.object({ minutes: z.number().int().positive(), deviation: z.number().nonnegative() })),
  /**
   * `shareByHour[hour][i]`: the part of a shock that decays with the time constant `minutes[i]`;
   * New York hours.
   */
  reversion: z.object({
    minutes: z.array(z.number().positive()),
    shareByHour: z.array(z.array(z.number().nonnegative())).length(24),
    /** How much larger these parts are for a currency than on average. */
    strength: z.record(z.enum(currencies), z.number().nonnegative()),
  }),
  /** Ask minus bid in one-minute standard deviations of the pair, by New York hour. */
  spreadByHour: z.array(z.number().positive()).length(24),
});
export type MarketParameters = z.infer<typeof MarketParameters>;

const file = new URL('../../../../../fixtures/market-data/simulated-market.json', import.meta.url);

export const readMarketParameters = (): MarketParameters =>
  MarketParameters.parse(JSON.parse(readFileSync(file, 'utf8')));
