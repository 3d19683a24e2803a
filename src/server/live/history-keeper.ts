import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { minuteMs } from '#engine/bar/bar.ts';
import type { Pipeline } from '#engine/pipeline.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';

/** Asks the feed for the bars that were not seen live: at the start, of the first minute, of gaps. Asks until it gets them. */
export interface HistoryKeeper {
  /** The history before now, for every pair. */
  seed(): Promise<void>;
  /** The minute of the start is seen in part only: no bar of ours; it is asked for when it has ended. */
  leaveOutFirstMinute(): void;
  markGap(symbols: readonly string[], from: number, to: number | null): void;
  /** Asks for what is due; called several times a second. */
  look(): Promise<void>;
}

interface Needs {
  readonly marketData: Pick<MarketData, 'symbols' | 'backfill'>;
  readonly pipeline: Pick<Pipeline, 'fill' | 'markGap' | 'closeMinutes'>;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Bars of this pair from `from` on, wanted once market time has reached `due`. */
interface Wish {
  readonly symbol: string;
  readonly from: number;
  readonly due: number;
}

/** Enough for every feature and for the day that the chart may show. */
const seedBars = 1_500;
/** A minute has ended for the feed, too, this long after its end. */
export const minuteEndDelayMs = 400;
const retryMs = 10_000;

const minuteEnd = (time: number): number => (Math.floor(time / minuteMs) + 1) * minuteMs;

export function createHistoryKeeper({ marketData, pipeline, clock, log }: Needs): HistoryKeeper {
  let wishes: Wish[] = [];

  /** Null, or why there is nothing yet: then it is asked for again. */
  const ask = async (wish: Wish): Promise<string | null> => {
    const { symbol, from } = wish;
    const now = clock.now();
    try {
      const bars = await marketData.backfill(symbol, now, Math.ceil((now - from) / minuteMs) + 1);
      pipeline.fill(symbol, bars);
      return null;
    } catch (fault) {
      wishes.push({ ...wish, due: now + retryMs });
      return fault instanceof Error ? fault.message : String(fault);
    }
  };

  const look = async (): Promise<void> => {
    const now = clock.now();
    const due = wishes.filter((wish) => wish.due <= now);
    if (due.length === 0) return;
    wishes = wishes.filter((wish) => wish.due > now);
    const faults = (await Promise.all(due.map(ask))).filter((fault) => fault !== null);
    // A feed that is away fails for every pair alike: one line says so.
    if (faults.length > 0)
      log.warn({ pairs: faults.length, reasons: [...new Set(faults)] }, 'no back-fill yet; asking again');
  };

  const wishAll = (symbols: readonly string[], from: number, due: number): void => {
    wishes.push(...symbols.map((symbol) => ({ symbol, from, due })));
  };

  return {
    look,
    seed: () => {
      const now = clock.now();
      wishAll(marketData.symbols, now - seedBars * minuteMs, now);
      return look();
    },
    leaveOutFirstMinute: () => {
      const now = clock.now();
      pipeline.closeMinutes(minuteEnd(now));
      wishAll(marketData.symbols, now, minuteEnd(now) + minuteEndDelayMs);
    },
    // The minute in which a gap ends was seen in part: its bar is asked for, with those before it, when it has ended.
    markGap: (symbols, from, to) => {
      for (const symbol of symbols) pipeline.markGap(symbol, from, to);
      if (to !== null) wishAll(symbols, from, minuteEnd(to) + minuteEndDelayMs);
    },
  };
}
