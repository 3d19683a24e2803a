import { afterAll, beforeAll, expect, it } from 'vitest';
import { OwnTrades } from '#contract/traders.ts';
import { sitePath, traderPaths } from '#contract/paths.ts';
import { SiteSettings } from '#contract/site.ts';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { visitSandbox } from '#tests/support/browser/sandbox-visitor.ts';

/** The product with its training broker, and the demo account, which has a trader there. */
let product: Product;
let api: ApiClient;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_PER_MINUTE: '0' });
  api = await signIn(product.url);
}, 120_000);
afterAll(() => product?.stop());

it('requires sign-in', async () => {
  expect((await fetch(product.url + traderPaths.trades)).status).toBe(401);
});

it('the trades of the training broker are reported to their trader', async () => {
  expect((await api.get(traderPaths.trades)).body).toEqual({ isReported: true, items: [] });
  const visitor = visitSandbox((await api.get(traderPaths.links)).body.register);
  await visitor.post('/login', { id: '10000001', email: 'demo@kurs.example' });
  await visitor.post('/desk/trade', { symbol: 'EUR/USD', minutes: '5', direction: 'down', amount: '25' });
  const { isReported, items } = OwnTrades.parse((await api.get(traderPaths.trades)).body);
  expect([isReported, items.length]).toEqual([true, 1]);
  expect(items[0]).toMatchObject({ symbol: 'EURUSD', direction: 'SELL', duration: 5, stake: 25, profit: null });
});

it('the demo names the credentials of its account, which open it', async () => {
  const { demoAccount } = SiteSettings.parse((await api.get(sitePath)).body);
  expect(demoAccount).not.toBeNull();
  if (demoAccount) expect((await signIn(product.url, demoAccount)).user.id).toBe(api.user.id);
});
