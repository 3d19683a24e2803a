import { priceDigits, computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { type Duration, durationMs } from '#domain/market/duration.ts';
import {
  type DecidingPrice,
  type ModelStatements,
  parseStatements,
  statedDurations,
  writePrice,
} from '#domain/record/shadow-minute.ts';
import type { MinuteLeaf } from '#record/leaf.ts';
import type { DecidingTick } from '#engine/signal/enter.ts';
import type { DecidingTicks } from '#server/modules/signals/signals.api.ts';

/** The entry of each stated pair, and the close of each of its durations; one line each. */
export async function decidingPrices(ticks: DecidingTicks, leaf: MinuteLeaf): Promise<string[]> {
  const statedAt = Date.parse(leaf.issuedAt);
  const prices: DecidingPrice[] = [];
  for (const [symbol, durations] of statedDurations(toStatements(leaf))) {
    const [entry] = await ticks.first([{ symbol, at: statedAt }]);
    if (!entry) continue;
    prices.push(getPrice(symbol, 0, entry, statedAt));
    const closes = await ticks.last(durations.map((duration) => ({ symbol, at: entry.time + durationMs(duration) })));
    durations.forEach((duration, i) => {
      const close = closes[i];
      if (close && close.time >= entry.time) prices.push(getPrice(symbol, duration, close, statedAt));
    });
  }
  return prices.map(writePrice);
}

export const toStatements = ({ forecasts }: Pick<MinuteLeaf, 'forecasts'>): ModelStatements[] =>
  forecasts.flatMap((line) => parseStatements(line) ?? []);

function getPrice(symbol: string, minutes: 0 | Duration, tick: DecidingTick, statedAt: number): DecidingPrice {
  const price = roundPrice(computeMid(tick.bid, tick.ask), priceDigits(symbol));
  return { symbol, minutes, price, afterMs: tick.time - statedAt };
}
