import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SiteSettings } from '#contract/site.ts';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { type FakePocket, type PocketMode, startFakePocket } from '#tests/support/network/fake-pocket.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { visitSandbox } from '#tests/support/browser/sandbox-visitor.ts';
import { solveCaptcha } from '#tests/support/browser/solve-captcha.ts';

/** Rate limits are off, because the test polls. */
const market = { THIN_HOURS: 'include', RATE_LIMIT_PER_MINUTE: '0' };
const password = 'Long-enough-1';
const json = { 'content-type': 'application/json' };

/** Registers, and activates by the link of the mail on the demo's mailbox page. */
async function aNewcomer({ url }: Product, email: string, campaign: string): Promise<ApiClient> {
  const captcha = await solveCaptcha(url);
  const body = JSON.stringify({ email, password, lang: 'en', campaign, acceptedTerms: true, captcha });
  const answer = await fetch(`${url}/api/registration`, { method: 'POST', headers: json, body });
  expect(answer.status).toBe(201);
  const api = await signIn(url, { email, password });
  expect((await api.send('POST', '/api/referral-id', { referralId: '1' })).body.code).toBe('email_not_activated');
  const link = await activationLink(api);
  expect((await api.send('POST', `/api/auth/activate/${link}`, { mine: true })).status).toBe(200);
  return api;
}

async function activationLink(api: ApiClient): Promise<string> {
  for (;;) {
    const { items } = (await api.get('/api/mailbox')).body as { items: { id: string; kind: string }[] };
    const mail = items.find(({ kind }) => kind === 'activation');
    if (!mail) continue;
    const { text } = (await api.get(`/api/mailbox/${mail.id}`)).body as { text: string };
    return /auth\/activate\/([\w-]+)/.exec(text)?.[1] ?? '';
  }
}

const rejection = async (api: ApiClient) => (await api.get('/python_api/signal/manual?symbol=EURUSD')).body.code;

/** The check ends in a transaction after the one that notifies of the balance. */
const untilChecked = (api: ApiClient, answer: object): Promise<void> =>
  vi.waitFor(async () => expect((await api.get('/api/trader/check')).body).toMatchObject(answer), { timeout: 10_000 });

/** Leaves the processor to the product. */
const pollMs = 50;

/** Polls until the market has a price and the models have forecast it. */
async function firstSignal(api: ApiClient) {
  for (;;) {
    const answer = await api.get('/python_api/signal/manual?symbol=EURUSD');
    if (answer.status === 200) return answer.body;
    if (!['warming_up', 'feed_stale', 'no_signal', 'model_unavailable'].includes(answer.body.code))
      throw new Error(answer.body.code);
    await pause(pollMs);
  }
}

// Both wait for the next background check, so they wait at the same time.
describe.concurrent('with the sandbox broker', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(market);
  });
  afterAll(() => product?.stop());

  it('names the credentials of the demo account, which open it', async () => {
    const settings = await fetch(product.url + '/api/site').then((answer) => answer.json());
    const { demoAccount } = SiteSettings.parse(settings);
    if (!demoAccount) throw new Error('the demo names no account');
    expect((await signIn(product.url, demoAccount)).user.id).toMatch(/^[\da-f-]{36}$/);
  });

  it('a newcomer opens an account by the referral link, tops up and gets a signal', async () => {
    const api = await aNewcomer(product, 'newcomer@kurs.example', 'telegram');
    expect(await rejection(api)).toBe('referral_required');

    const { body: links } = await api.get('/api/trader/links');
    expect(links).toMatchObject({ kind: 'sandbox', register: expect.stringContaining('campaign=telegram&lang=en') });
    const visitor = visitSandbox(links.register);
    const id = await visitor.open({ email: 'newcomer@kurs.example', deposit: '0' });

    const claimed = await api.send('POST', '/api/referral-id', { referralId: id });
    expect([claimed.status, claimed.body.user]).toMatchObject([200, { referralId: id, balance: 0 }]);
    expect(await rejection(api)).toBe('balance_too_low');
    expect((await api.get('/api/trader/check')).body.check).toMatchObject({ kind: 'balance', state: 'below_minimum' });

    const received = api.listen(({ event, data }) => event === 'balance' && JSON.parse(data).isBalanceValid);
    await visitor.post('/desk/bonus', { act: 'add' });
    await visitor.post('/desk/deposit', { amount: '10' });
    expect((await received).at(-1)?.data).toContain('"balance":10');
    await untilChecked(api, { check: { state: 'verified', nextAt: null } });
    expect(await firstSignal(api)).toMatchObject({ symbol: 'EURUSD', aiModel: 'manual' });
  }, 120_000);
});

/** Too few to open the breaker, which would delay the claim; F22 has all failures of the broker. */
const badDays: readonly PocketMode[] = ['hang', '500', 'another trader', '429'];

describe.concurrent('with a fake of the Pocket protocol', () => {
  let fake: FakePocket;
  let product: Product;
  beforeAll(async () => {
    fake = await startFakePocket();
    fake.retryAfter = '1';
    product = await startProduct({
      ...market,
      BROKER: 'pocket',
      BROKER_API_URL: fake.url,
      BROKER_PARTNER_ID: fake.partnerId,
      BROKER_API_TOKEN: fake.apiToken,
      BROKER_REFERRAL_URL: 'https://broker.example/{lang}/register?ref=1&campaign={campaign}',
    });
  });
  afterAll(async () => {
    await product?.stop();
    await fake.stop();
  });

  it('a newcomer is asked to retry later while the broker fails, and is confirmed automatically once the broker answers', async () => {
    const api = await aNewcomer(product, 'newcomer@kurs.example', 'blog');
    expect((await api.get('/api/trader/links')).body).toMatchObject({
      kind: 'pocket',
      register: 'https://broker.example/en/register?ref=1&campaign=blog',
      deposit: 'https://broker.example/',
    });
    fake.mode = '404';
    const unknown = await api.send('POST', '/api/referral-id', { referralId: '40404' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'trader_not_found']);
    for (const mode of badDays) await expectTryLater(api, mode);
    fake.mode = 'redirect';
    fake.change = { balance: '124.50', sum_bonuses: '0' };
    const received = api.listen(({ event }) => event === 'balance');
    // Nobody has proven whose account it is: its amount is withheld, signal access is not.
    expect((await received).at(-1)?.data).toContain('"balance":null,"isBalanceValid":true');
    await untilChecked(api, { check: { kind: 'claim', state: 'confirmed' }, user: { referralId: '7731402' } });
    expect(await firstSignal(api)).toMatchObject({ symbol: 'EURUSD' });
    fake.change = { balance: '5000', self_excluded: true };
    expect(await claimed('7731403')).toBe('self_excluded');
    fake.change = { balance: null };
    // A balance missing in the answer is unknown, never 0.
    expect(await claimed('7731404')).toBe('broker_unavailable');
    expect(product.output()).not.toContain(fake.apiToken);
  }, 240_000);

  /**
   * Only an explicit "no such trader" is an answer: otherwise the claim stays pending, and no id is
   * reported as not found.
   */
  async function expectTryLater(api: ApiClient, mode: PocketMode): Promise<void> {
    fake.mode = mode;
    const requested = fake.requested.length;
    const { status, body, headers } = await api.send('POST', '/api/referral-id', { referralId: '7731402' });
    expect([mode, status, body.code]).toEqual([mode, 503, 'broker_unavailable']);
    expect(fake.requested.length).toBeGreaterThan(requested);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const { check, user } = (await api.get('/api/trader/check')).body;
    expect([check.state, user.referralId, user.balance]).toEqual(['checking', null, null]);
  }

  /** The answer to a newcomer who claims this id and requests a signal. */
  async function claimed(referralId: string): Promise<string> {
    const api = await aNewcomer(product, `trader-${referralId}@kurs.example`, 'blog');
    expect((await api.send('POST', '/api/referral-id', { referralId })).status).toBe(200);
    return rejection(api);
  }
});
