import { priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { z } from 'zod';

interface WantedBars {
  readonly symbol: string;
  /** Milliseconds UTC. */
  readonly until: number;
  readonly count: number;
  /** What is older is not needed. */
  readonly from?: number | undefined;
  readonly maxRows: number;
  /** One page: the newest bars that start before this instant, at most so many, in any order. */
  readonly readBefore: (before: number, rows: number) => Promise<readonly Bar[]>;
}

/**
 * The last `count` closed bars that end at or before `until`, oldest first, with prices rounded as
 * the pair's, in pages of at most `maxRows`, newest page first, until `from` is reached or nothing
 * older is returned. Minutes without a tick have no bar.
 */
export async function pageBars(wanted: WantedBars): Promise<Bar[]> {
  const { symbol, until, count, from = Number.NEGATIVE_INFINITY, maxRows, readBefore } = wanted;
  const digits = priceDigits(symbol);
  let bars: Bar[] = [];
  let before = until;
  while (bars.length < count && (bars.length === 0 || before > from)) {
    // One more than is missing: the newest row may be the minute that is still forming.
    const page = await readBefore(before, Math.min(maxRows, count - bars.length + 1));
    const older = page
      .filter((bar) => bar.time + minuteMs <= until && bar.time < before)
      .map((bar) => rounded(bar, digits))
      .toSorted((a, b) => a.time - b.time);
    const earliest = older[0];
    if (!earliest) break;
    bars = [...older, ...bars];
    before = earliest.time;
  }
  return count > 0 ? bars.slice(-count) : [];
}

const rounded = ({ time, open, high, low, close }: Bar, digits: number): Bar => ({
  time,
  open: roundPrice(open, digits),
  high: roundPrice(high, digits),
  low: roundPrice(low, digits),
  close: roundPrice(close, digits),
});

/** The rows of a partner's list that can be read; others are skipped. */
export const readableRows = <Row extends z.ZodType>(row: Row) =>
  z.array(z.unknown()).transform((rows, context): z.infer<Row>[] => {
    const readable = rows.flatMap((one) => row.safeParse(one).data ?? []);
    if (readable.length === 0 && rows.length > 0) context.addIssue('none of the rows can be read');
    return readable as z.infer<Row>[];
  });
