import { priceDigits } from '#domain/market/currency-pair.ts';
import { type Duration, durationMs } from '#domain/market/duration.ts';
import { delayMs, entryDelays } from '#domain/signals/late-entry.ts';
import { computeMid, roundPrice } from '#domain/market/price.ts';
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

/**
 * The entry of each stated pair, its late entries, and the close of each of its durations; one line
 * each.
 */
export async function decidingPrices(ticks: DecidingTicks, leaf: MinuteLeaf): Promise<string[]> {
  const statedAt = Date.parse(leaf.issuedAt);
  const prices: DecidingPrice[] = [];
  for (const [symbol, durations] of statedDurations(toStatements(leaf))) {
    const entries = await ticks.first(entryDelays.map((delay) => ({ symbol, at: statedAt + delayMs(delay) })));
    const [entry] = entries;
    if (!entry) continue;
    entryDelays.forEach((delay, i) => {
      const tick = entries[i];
      const late = delay === 0 ? {} : { late: delay };
      if (tick) prices.push({ ...getPrice(symbol, 0, tick, statedAt), ...late });
    });
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
