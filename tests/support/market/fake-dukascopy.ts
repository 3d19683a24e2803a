import { createServer } from 'node:http';
import { priceDigits } from '#domain/market/currency-pair.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { minuteMs } from '#domain/time.ts';
import { wanderingBars } from './wandering-bars.ts';
import { closeServer, listenLocally } from '../network/local-server.ts';

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Dukascopy's archive of minutes, as its public client reads it (dukascopy-node 1.50): one JSON per
 * day and side, months and days without a leading zero, prices as differences in points, a first
 * minute's difference counted from the base bar.
 */
export async function startFakeDukascopy(toBars = barsOfDay) {
  const fake = {
    /** Path of every request so far, e.g. /v1/candles/minute/EUR-USD/BID/2024/1/3. */
    requested: [] as string[],
    /** Called before each answer; null: the day itself is returned. */
    error: (_path: string): FakeAnswer | null => null,
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    fake.requested.push(path);
    const { status, headers, body } = fake.error(path) ?? answerTo(path, toBars);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  const source = `http://127.0.0.1:${await listenLocally(server)}/v1`;
  return Object.assign(fake, { source, stop: () => closeServer(server) });
}

export type FakeDukascopy = Awaited<ReturnType<typeof startFakeDukascopy>>;

export interface QuotedBar extends Bar {
  readonly volume: number;
}

type Side = 'BID' | 'ASK';

/**
 * A day of bars, one minute in ten not quoted; the ask is one point above the bid in even minutes,
 * else two.
 */
export function barsOfDay(symbol: string, side: Side, start: number): QuotedBar[] {
  const digits = priceDigits(symbol);
  const bars = wanderingBars({ start, count: 1_440, digits, level: digits === 3 ? 150 : 1.2 });
  const up = (price: number, points: number): number => Number((price + points / 10 ** digits).toFixed(digits));
  return bars.map(({ time, open, high, low, close }, i) => {
    const points = side === 'BID' ? 0 : 1 + (i % 2);
    const volume = i % 10 === 9 ? 0 : 1.5;
    return {
      time,
      open: up(open, points),
      high: up(high, points),
      low: up(low, points),
      close: up(close, points),
      volume,
    };
  });
}

function answerTo(path: string, toBars: typeof barsOfDay): FakeAnswer {
  const found = /^\/v1\/candles\/minute\/([A-Z]{3})-([A-Z]{3})\/(BID|ASK)\/(\d+)\/(\d+)\/(\d+)$/.exec(path);
  if (!found) return { status: 404, body: '{}' };
  const [, base, quote, side, year, month, day] = found;
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const symbol = `${base}${quote}`;
  const body = JSON.stringify(encoded(toBars(symbol, side as Side, start), start, priceDigits(symbol)));
  return { status: 200, body };
}

function encoded(bars: readonly QuotedBar[], timestamp: number, digits: number): object {
  const [first] = bars;
  const prices = first && { open: first.open, high: first.high, low: first.low, close: first.close };
  const steps = (read: (bar: Bar) => number): number[] =>
    bars.map((bar, i) => Math.round(10 ** digits * (read(bar) - read(bars[i - 1] ?? bar))));
  return {
    timestamp,
    multiplier: Number(`1e-${digits}`),
    shift: minuteMs,
    ...prices,
    times: bars.map(({ time }, i) => (time - (bars[i - 1]?.time ?? timestamp)) / minuteMs),
    opens: steps(({ open }) => open),
    highs: steps(({ high }) => high),
    lows: steps(({ low }) => low),
    closes: steps(({ close }) => close),
    volumes: bars.map(({ volume }) => volume * 1_000_000),
  };
}
