import { generateUrls, type InstrumentType, type PriceType, processData, URL_ROOT } from 'dukascopy-node';
import { getErrorCode, getErrorMessage } from '#domain/caught-error.ts';
import { findPair } from '#domain/market/currency-pair.ts';
import { dayMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';

export interface Archive {
  /** Null: the bank's own address. */
  readonly source: string | null;
  readonly pause: (ms: number) => Promise<void>;
  /** Called before each retry. */
  readonly onRetry: (error: string, pauseMs: number) => void;
}

/** The archive gave no usable answer after all retries. */
export class NoAnswerError extends Error {}

/**
 * A day's bars from Dukascopy Bank's archive, one file per day and side of the quote, read by dukascopy-node; in
 * ascending time, empty if the market was closed. `day`: its midnight UTC. Throws a NoAnswerError.
 */
export async function fetchBars(archive: Archive, symbol: string, day: number): Promise<Bar[]> {
  const [bids, asks] = await Promise.all([
    fetchSide(archive, symbol, day, 'bid'),
    fetchSide(archive, symbol, day, 'ask'),
  ]);
  return midBars(symbol, bids, asks);
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
export function midBars(symbol: string, bids: readonly SideBar[], asks: readonly SideBar[]): Bar[] {
  const byTime = new Map(asks.map((bar) => [bar.time, bar]));
  // One decimal more than a quote, so that half points stay exact.
  const digits = (findPair(symbol)?.digits ?? 5) + 1;
  const mid = (a: number, b: number): number => Number(((a + b) / 2).toFixed(digits));
  return bids.flatMap((bid) => {
    const ask = byTime.get(bid.time);
    if (!ask || bid.volume + ask.volume === 0) return [];
    const prices = { open: mid(bid.open, ask.open), high: mid(bid.high, ask.high), low: mid(bid.low, ask.low) };
    return [{ time: bid.time, ...prices, close: mid(bid.close, ask.close) }];
  });
}

async function fetchSide(archive: Archive, symbol: string, day: number, priceType: PriceType): Promise<SideBar[]> {
  const range = { startDate: new Date(day), endDate: new Date(day + dayMs), nowDate: new Date(day + 2 * dayMs) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library names every pair of ours in lower case
  const instrument = symbol.toLowerCase() as InstrumentType;
  const [url = ''] = generateUrls({ instrument, timeframe: 'm1', priceType, ...range });
  const address = archive.source === null ? url : archive.source + url.slice(URL_ROOT.length);

  /** Throws an Error if the answer has an unknown format or belongs to another day. */
  function parse(buffer: Buffer): SideBar[] {
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
    const stray = rows.find(([time]) => time < day || time >= day + dayMs);
    if (stray) throw new Error('it contains minutes of another day');
    return rows.map(([time, open, high, low, close, volume]) => ({ time, open, high, low, close, volume }));
  }

  return fetchWithRetry(address, parse, archive);
}

/** Pauses between retries; a Retry-After may extend them. */
const pausesMs = [1_000, 4_000, 15_000, 60_000];
const maxPauseMs = 300_000;
const timeoutMs = 30_000;

/**
 * The bars at this address, none if nothing exists there. Everything else, including an answer that cannot be
 * read, is retried: the archive rejects clients with several statuses.
 */
async function fetchWithRetry(
  url: string,
  parse: (bytes: Buffer) => SideBar[],
  { pause, onRetry }: Archive,
): Promise<SideBar[]> {
  for (let tries = 0; ; tries += 1) {
    const result = await tryOnce(url, parse);
    if ('bars' in result) return result.bars;
    const usualMs = pausesMs[tries];
    if (usualMs === undefined) throw new NoAnswerError(`${url}: ${result.error}, after ${tries + 1} tries.`);
    const pauseMs = Math.min(Math.max(usualMs, result.retryAfterMs), maxPauseMs);
    onRetry(result.error, pauseMs);
    await pause(pauseMs);
  }
}

type Try = { readonly bars: SideBar[] } | { readonly error: string; readonly retryAfterMs: number };

async function tryOnce(url: string, parse: (bytes: Buffer) => SideBar[]): Promise<Try> {
  let bytes: Buffer;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 404) return { bars: [] };
    const retryAfterMs = 1000 * (Number(answer.headers.get('retry-after')) || 0);
    if (answer.status !== 200) return { error: `the answer is ${answer.status}`, retryAfterMs };
  } catch (error) {
    // Node's fetch throws "fetch failed" with the reason in its cause.
    const cause = error instanceof Error ? error.cause : undefined;
    return { error: `no answer (${getErrorCode(cause) ?? getErrorMessage(cause ?? error)})`, retryAfterMs: 0 };
  }
  try {
    return { bars: parse(bytes) };
  } catch (error) {
    return { error: `the answer cannot be read (${getErrorMessage(error)})`, retryAfterMs: 0 };
  }
}
