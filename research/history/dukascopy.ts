import { generateUrls, type InstrumentType, type PriceType, processData, URL_ROOT } from 'dukascopy-node';
import type { Bar } from '#engine/bar/bar.ts';
import { dayMs } from '#domain/time.ts';
import { type Day, startOfDay } from './day.ts';
import { fetchWithRetry, type RetryPolicy } from './fetch-with-retry.ts';
import { findPair } from '#domain/market/currency-pair.ts';

interface DukascopyDependencies {
  /** Null: the bank's own address. */
  readonly source: string | null;
  readonly retryPolicy: RetryPolicy;
}

export interface Dukascopy {
  /** A day's bars in ascending time, empty if the market was closed. Throws a NoAnswerError. */
  toBars(symbol: string, day: Day): Promise<Bar[]>;
}

/** Dukascopy Bank's archive: one file per day and side of the quote, read by dukascopy-node. */
export function createDukascopy({ source, retryPolicy }: DukascopyDependencies): Dukascopy {
  async function getSide(symbol: string, day: Day, priceType: PriceType): Promise<SideBar[]> {
    const from = startOfDay(day);
    const range = { startDate: new Date(from), endDate: new Date(from + dayMs), nowDate: new Date(from + 2 * dayMs) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library names every pair of ours in lower case
    const instrument = symbol.toLowerCase() as InstrumentType;
    const [url = ''] = generateUrls({ instrument, timeframe: 'm1', priceType, ...range });
    const address = source === null ? url : source + url.slice(URL_ROOT.length);
    const read = (buffer: Buffer) => sideBars(url, buffer, instrument, priceType, from);
    return (await fetchWithRetry(address, read, retryPolicy)) ?? [];
  }

  async function toBars(symbol: string, day: Day): Promise<Bar[]> {
    const [bids, asks] = await Promise.all([getSide(symbol, day, 'bid'), getSide(symbol, day, 'ask')]);
    return midBars(symbol, bids, asks);
  }

  return { toBars };
}

/** Throws an Error if the answer has an unknown format or belongs to another day. */
function sideBars(
  url: string,
  buffer: Buffer,
  instrument: InstrumentType,
  priceType: PriceType,
  from: number,
): SideBar[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows of a file of minutes have these six columns
  const rows = processData({
    instrument,
    requestedTimeframe: 'm1',
    bufferObjects: [{ url, buffer }],
    priceType,
    volumes: true,
    volumeUnits: 'millions',
    ignoreFlats: false,
  }) as [number, number, number, number, number, number][];
  const stray = rows.find(([time]) => time < from || time >= from + dayMs);
  if (stray) throw new Error('it contains minutes of another day');
  return rows.map(([time, open, high, low, close, volume]) => ({ time, open, high, low, close, volume }));
}

/** A minute of one side of the quote. Volume 0: no quote, the prices repeat the last close. */
export interface SideBar extends Bar {
  readonly volume: number;
}

/**
 * Half-way between bid and ask, price by price. High and low of a true mid may be slightly closer
 * together, because the two sides need not reach theirs at the same instant. Minutes in which
 * neither side was quoted, or one side is missing, have no bar.
 */
export function midBars(symbol: string, bid: readonly SideBar[], fetchUrl: readonly SideBar[]): Bar[] {
  const asks = new Map(fetchUrl.map((bar) => [bar.time, bar]));
  // One decimal more than a quote, so that half points stay exact.
  const digits = (findPair(symbol)?.digits ?? 5) + 1;
  const mid = (a: number, b: number): number => Number(((a + b) / 2).toFixed(digits));
  return bid.flatMap((low) => {
    const high = asks.get(low.time);
    if (!high || low.volume + high.volume === 0) return [];
    return [
      {
        time: low.time,
        open: mid(low.open, high.open),
        high: mid(low.high, high.high),
        low: mid(low.low, high.low),
        close: mid(low.close, high.close),
      },
    ];
  });
}
