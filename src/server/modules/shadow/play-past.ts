import { toInstant } from '#contract/wire.ts';
import { durationMs, maxDuration } from '#domain/market/duration.ts';
import { writeStatements } from '#domain/record/shadow-minute.ts';
import { latestExpiry } from '#domain/signals/latest-expiry.ts';
import { limits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { Forecast, Forecaster } from '#engine/forecast/forecaster.ts';
import { stateMinute } from '#engine/forecast/state-minute.ts';
import { createPipeline } from '#engine/pipeline.ts';
import type { MinuteLeaf } from '#engine/record/leaf.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { type DecidingTicks, decidingPrices } from './deciding-prices.ts';

/** A leaf as the live engine would have recorded it at that time, milliseconds UTC. */
export type PlayedLeaf =
  | { readonly kind: 'forecast'; readonly at: number; readonly leaf: MinuteLeaf }
  | { readonly kind: 'outcome'; readonly at: number; readonly of: MinuteLeaf; readonly prices: readonly string[] };

/** The past of the running market between two full minutes, in batches. */
export type PlayPast = (period: {
  readonly feed: string;
  readonly from: number;
  readonly to: number;
  /** When the minutes are computed. */
  readonly playedAt: number;
}) => AsyncIterable<readonly PlayedLeaf[]>;

export interface PastMarket {
  readonly feed: string;
  readonly symbols: readonly string[];
  readonly forecasters: readonly Forecaster[];
  /** Every tick of the minute that starts at `minuteStart`, in rising time. */
  readonly ticksOf: (minuteStart: number) => readonly Omit<Tick, 'receivedAt'>[];
  /** The bars of each pair before `from`, oldest first: enough for every feature. */
  readonly seed: ReadonlyMap<string, readonly Bar[]>;
  /** Full minutes, milliseconds UTC. Forecasts whose outcomes would lie beyond `to` are left out. */
  readonly from: number;
  readonly to: number;
  readonly isOpen: (time: number) => boolean;
  readonly nonce: () => string;
  /** When the minutes are computed: stated in each leaf. */
  readonly playedAt: number;
}

/** Delay of a statement after the end of its minute, as live. */
const statedAfterMs = 650;
/** Ticks of this time decide a statement: its entry, and the close after ten minutes. */
const windowMs = durationMs(maxDuration) + 3 * minuteMs;

/**
 * Plays minutes of a past market through the pipeline, oldest first, and yields each minute's
 * forecasts and, once all prices are known, their outcomes. They are the first of their record. The
 * forecasts see nothing later than their minute, but they are computed afterwards, which each leaf
 * says.
 */
export async function* playPast(past: PastMarket): AsyncGenerator<PlayedLeaf> {
  const pipeline = createPipeline(past.symbols, past.forecasters);
  for (const symbol of past.symbols) pipeline.fill(symbol, past.seed.get(symbol) ?? []);
  const ticks = createTickWindow();
  const waiting: MinuteLeaf[] = [];
  let seq = 0;
  for (let start = past.from; start < past.to; start += minuteMs) {
    const played = past.ticksOf(start).map((tick) => ({ ...tick, receivedAt: tick.time }));
    ticks.add(played.flatMap((tick) => pipeline.onTick(tick).accepted));
    for (let oldest = waiting[0]; oldest && decidedAt(oldest) < start + minuteMs; oldest = waiting[0]) {
      waiting.shift();
      yield { kind: 'outcome', at: decidedAt(oldest), of: oldest, prices: await decidingPrices(ticks, oldest) };
    }
    const at = start + minuteMs + statedAfterMs;
    const leaf = leafOf(past, pipeline.closeMinutes(start + minuteMs), at, seq);
    if (!leaf || latestExpiry(at, maxDuration) >= past.to) continue;
    seq++;
    waiting.push(leaf);
    yield { kind: 'forecast', at, leaf };
  }
}

const decidedAt = ({ issuedAt }: MinuteLeaf): number => latestExpiry(Date.parse(issuedAt), maxDuration);

/** The ticks of the last minutes, by pair and in rising time. */
function createTickWindow(): DecidingTicks & { add(ticks: readonly Tick[]): void } {
  const bySymbol = new Map<string, Tick[]>();
  return {
    add: (ticks) => {
      for (const tick of ticks) {
        const own = bySymbol.get(tick.symbol) ?? [];
        own.push(tick);
        bySymbol.set(tick.symbol, own);
      }
      for (const [symbol, own] of bySymbol) {
        const oldest = (own.at(-1)?.time ?? 0) - windowMs;
        bySymbol.set(symbol, own.slice(own.findIndex(({ time }) => time >= oldest)));
      }
    },
    first: async (wanted) =>
      wanted.map(({ symbol, at }) => {
        const tick = bySymbol.get(symbol)?.find(({ time }) => time >= at);
        return tick && tick.time - at <= limits.entryWindowMs ? tick : null;
      }),
    last: async (wanted) =>
      wanted.map(({ symbol, at }) => {
        const tick = bySymbol.get(symbol)?.findLast(({ time }) => time <= at);
        return tick && at - tick.time <= limits.closingTickMaxAgeMs ? tick : null;
      }),
  };
}

function leafOf(past: PastMarket, forecasts: readonly Forecast[], now: number, seq: number): MinuteLeaf | null {
  const stated = stateMinute(forecasts, { symbols: past.symbols, now, notOpen: past.isOpen(now) ? [] : past.symbols });
  return (
    stated && {
      form: 'minute/1',
      feed: past.feed,
      inTurn: stated.inTurn,
      issuedAt: toInstant(now),
      seq,
      nonce: past.nonce(),
      played: toInstant(past.playedAt),
      forecasts: stated.models.map(writeStatements),
    }
  );
}
