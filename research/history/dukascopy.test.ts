import { instrumentMetaData, URL_ROOT } from 'dukascopy-node';
import { expect, it } from 'vitest';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { createDukascopy } from './dukascopy.ts';

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
