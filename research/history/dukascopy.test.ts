import { instrumentMetaData, URL_ROOT } from 'dukascopy-node';
import { expect, it } from 'vitest';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { createDukascopy, midBars, type SideBar } from './dukascopy.ts';

/** An archive without data, and the requests it received. */
function emptyArchive(source: string | null) {
  const requested: string[] = [];
  const fetchUrl = async (url: string): Promise<Response> => {
    requested.push(url);
    return new Response('', { status: 404 });
  };
  const pause = async (): Promise<void> => undefined;
  return {
    requested,
    dukascopy: createDukascopy({ source, retryPolicy: { fetchUrl, pause, onError: () => undefined } }),
  };
}

it('requests the bank itself, unless a mirror is given', async () => {
  const bank = emptyArchive(null);
  const mirror = emptyArchive('https://mirror.example/fx');
  for (const { dukascopy } of [bank, mirror])
    await expect(dukascopy.toBars('EURUSD', '2024-01-03')).resolves.toEqual([]);
  const days = ['BID', 'ASK'].map((side) => `/candles/minute/EUR-USD/${side}/2024/1/3`);
  expect(bank.requested).toEqual(days.map((day) => URL_ROOT + day));
  expect(mirror.requested).toEqual(days.map((day) => `https://mirror.example/fx${day}`));
});

it('supports every pair of the product, base before quote', async () => {
  const { requested, dukascopy } = emptyArchive(null);
  for (const { symbol } of currencyPairs) await dukascopy.toBars(symbol, '2024-01-03');
  const codes = new Set(requested.map((url) => url.split('/').find((part) => /^[A-Z]{3}-[A-Z]{3}$/.test(part))));
  expect([...codes]).toEqual(currencyPairs.map(({ base, quote }) => `${base}-${quote}`));
  expect(currencyPairs.filter(({ symbol }) => !(symbol.toLowerCase() in instrumentMetaData))).toEqual([]);
});

const bar = (minute: number, price: number, volume = 1): SideBar => ({
  time: minute * 60_000,
  open: price,
  high: price + 0.002,
  low: price - 0.001,
  close: price + 0.001,
  volume,
});

it('is half-way between the sides, to a tenth of a point', () => {
  expect(midBars('EURUSD', [bar(1, 1.1)], [bar(1, 1.10001)])).toEqual([
    { time: 60_000, open: 1.100005, high: 1.102005, low: 1.099005, close: 1.101005 },
  ]);
  expect(midBars('USDJPY', [bar(1, 150)], [bar(1, 150.001)])[0]?.open).toBe(150.0005);
});

it.each([
  ['neither side was quoted', [bar(1, 1.1, 0)], [bar(1, 1.2, 0)], []],
  ['the ask alone was quoted', [bar(1, 1.1, 0)], [bar(1, 1.2, 3)], [60_000]],
  ['the bid alone was quoted', [bar(1, 1.1, 3)], [bar(1, 1.2, 0)], [60_000]],
  ['the ask is missing', [bar(1, 1.1), bar(2, 1.1)], [bar(2, 1.2)], [120_000]],
  ['the bid is missing', [bar(2, 1.1)], [bar(1, 1.2), bar(2, 1.2)], [120_000]],
])('has a bar only for minutes reported on both sides and quoted on either: %s', (_what, bids, asks, times) => {
  expect(midBars('EURUSD', bids, asks).map(({ time }) => time)).toEqual(times);
});
