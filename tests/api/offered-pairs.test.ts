import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { type FakeDeriv, startFakeDeriv } from '#tests/support/market/fake-deriv.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

const named = currencyPairs.map(({ symbol }) => symbol).slice(0, 21);
const within = { timeout: 20_000, interval: 50 };

describe('a feed that offers 12 of the 21 pairs that PAIRS names, then 20, then none', () => {
  let feed: FakeDeriv;
  let product: Product;
  let api: ApiClient;
  beforeAll(async () => {
    feed = await startFakeDeriv();
    feed.offer(named.slice(0, 12));
    product = await startProduct({
      FEED: 'deriv',
      DERIV_WS_URL: feed.url,
      MARKET_CALENDAR: 'always',
      WORKING_DAYS: '1-7',
      PAIRS: named.join(),
      CALIBRATION_DAYS: '14',
      DEMO: 'on',
      RATE_LIMIT_PER_MINUTE: '0',
    });
    api = await signIn(product.url);
  });
  afterAll(async () => {
    await product?.stop();
    await feed.stop();
  });

  const readReady = async () => (await (await fetch(`${product.url}/api/ready`)).json()).pairs;
  const listSymbols = async (isOffered: boolean): Promise<string[]> => {
    const { body } = await api.get('/python_api/symbols');
    const listed = body as { symbol: string; isOffered: boolean }[];
    return listed.filter((pair) => pair.isOffered === isOffered).map(({ symbol }) => symbol);
  };
  const requestSignal = async (symbol: string): Promise<string> =>
    (await api.get(`/python_api/signal/manual?symbol=${symbol}`)).body.code;

  async function expectOffered(count: number): Promise<void> {
    const [offered, notOffered] = [named.slice(0, count), named.slice(count)];
    await vi.waitFor(async () => expect(await readReady()).toEqual({ offered: count, notOffered }), within);
    expect(await listSymbols(true)).toEqual(offered);
    expect(await listSymbols(false)).toEqual(notOffered);
    for (const symbol of notOffered.slice(0, 2)) expect(await requestSignal(symbol)).toBe('unknown_symbol');
    if (offered.length > 0) expect(await requestSignal(offered.at(-1) ?? '')).not.toBe('unknown_symbol');
    await vi.waitFor(() => expect(product.output()).toContain(`Pairs      ${count} of 21: `), within);
  }

  it('says so at the start, at every address, and never asks for the others', async () => {
    await expectOffered(12);
    expect(await feed.nextSubscription()).toEqual(named.slice(0, 12).map((symbol) => `frx${symbol}`));
    expect(product.output()).toContain(
      `not offered, asked for again every hour: ${named.slice(12).map(pairName).join(', ')}`,
    );
    const warning = product
      .output()
      .split('\n')
      .find((line) => line.includes('pairs of PAIRS are not offered'));
    expect(JSON.parse(warning ?? '')).toMatchObject({ offered: named.slice(0, 12), notOffered: named.slice(12) });

    // A new connection asks again, as the timer does after an hour.
    feed.offer(named.slice(0, 20));
    feed.closeAll();
    await expectOffered(20);
    expect(await feed.nextSubscription()).toEqual(named.slice(0, 20).map((symbol) => `frx${symbol}`));

    feed.offer([]);
    feed.closeAll();
    await expectOffered(0);
    expect(feed.listHistories().filter((symbol) => !named.slice(0, 20).includes(symbol))).toEqual([]);
  }, 60_000);
});
