import { getOrCreate } from '#domain/objects.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import { maxClosedMs, recordLimits } from '#record/leaf.ts';

interface Tick {
  readonly index: number;
  readonly price: number;
}

/** Leaves say that no price of the pair came in [from, to]; intervals that touch are joined. */
interface Quiet {
  /** One of these leaves. */
  index: number;
  from: number;
  to: number;
}

/** No leaf speaks about a longer time, so what it says touches two buckets at most. */
const bucketMs = signalLimits.entryTickWithinMs;
/** Two leaves that speak about one instant lie no further apart than this. */
const keptMs = maxClosedMs + recordLimits.decidedWithinMs + 10 * minuteMs;

interface Bucket {
  readonly ticks: Map<number, Tick>;
  readonly quiet: Quiet[];
}

/**
 * Rule 11: the prices that a record states, beside each other. Of a pair at an instant there is one,
 * and no leaf says that there was none where another states one.
 */
export function createPriceBook(fails: (index: number, text: string) => void) {
  const pairs = new Map<string, Map<number, Bucket>>();
  let prunedAt = Number.NEGATIVE_INFINITY;

  const getBucket = (pair: string, number: number): Bucket =>
    getOrCreate(
      getOrCreate(pairs, pair, () => new Map<number, Bucket>()),
      number,
      () => ({ ticks: new Map(), quiet: [] }),
    );
  const contradict = (index: number, pair: string, time: number, other: string): void =>
    fails(index, `${pair} at ${new Date(time).toISOString()}: ${other}`);

  return {
    /** Instants in milliseconds UTC. */
    tick: (index: number, pair: string, time: number, price: number): void => {
      const { ticks, quiet } = getBucket(pair, Math.floor(time / bucketMs));
      const same = ticks.get(time);
      if (same && same.price !== price)
        contradict(index, pair, time, `the price is ${price}, and ${same.price} in leaf ${same.index}`);
      if (same) return;
      ticks.set(time, { index, price });
      const claim = quiet.find(({ from, to }) => time >= from && time <= to);
      if (claim) contradict(claim.index, pair, time, `it leaves out the price ${price}, which leaf ${index} states`);
    },
    /** The leaf says that no price came in [from, to]. */
    quiet: (index: number, pair: string, from: number, to: number): void => {
      if (to < from) return;
      for (let number = Math.floor(from / bucketMs); number <= Math.floor(to / bucketMs); number++) {
        const { ticks, quiet } = getBucket(pair, number);
        for (const [time, { price, index: other }] of ticks)
          if (time >= from && time <= to)
            return contradict(index, pair, time, `it leaves out the price ${price}, which leaf ${other} states`);
        join(quiet, { index, from: Math.max(from, number * bucketMs), to: Math.min(to, (number + 1) * bucketMs - 1) });
      }
    },
    /** No later leaf speaks about a time before this one. */
    forget: (now: number): void => {
      if (now - prunedAt < keptMs / 2) return;
      prunedAt = now;
      for (const buckets of pairs.values())
        for (const number of buckets.keys()) if ((number + 1) * bucketMs < now - keptMs) buckets.delete(number);
    },
  };
}

/** Keeps the intervals apart from each other, so that there are never many. */
function join(all: Quiet[], added: Quiet): void {
  for (let i = all.length - 1; i >= 0; i--) {
    const one = all[i];
    if (!one || one.to + 1 < added.from || one.from > added.to + 1) continue;
    added.from = Math.min(added.from, one.from);
    added.to = Math.max(added.to, one.to);
    all.splice(i, 1);
  }
  all.push(added);
}
