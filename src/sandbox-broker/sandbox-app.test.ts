import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccountBook } from './account-book.ts';
import { createSandboxApp } from './create-sandbox-app.ts';
import { payoutPercentAt, createSimulatedQuotes, type Quotes } from './simulated-quotes.ts';
import { words } from './words.ts';

const [partner, token] = ['kurs-demo', 'a token'];
let folder: string;
let app: FastifyInstance;
let cookies: Record<string, string>;
let now: number;
let quotes: Quotes | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-sandbox-'));
  cookies = {};
  now = 0;
  quotes = null;
  app = await start();
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<FastifyInstance> {
  const book = await openAccountBook({ folder, seedFile: null, partner, now: () => 0 });
  const terms = { quotes, now: () => now, chance: () => 0 };
  return createSandboxApp({ book, partner, partnerName: 'Signals', token, returnUrl: 'http://kurs.example', ...terms });
}

async function get(url: string) {
  const answer = await app.inject({ url, cookies });
  for (const { name, value } of answer.cookies) cookies[name] = value;
  return answer;
}

const getKey = (page: string): string => /name="key" value="([^"]+)"/.exec(page)?.[1] ?? '';

async function post(url: string, form: Record<string, string>, headers = {}) {
  const page = await get('/login?lang=en');
  const payload = new URLSearchParams({ key: getKey(page.body), lang: 'en', ...form }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.inject({ method: 'POST', url, cookies, payload, headers: { ...type, ...headers } });
}

const opening = { email: 'a@b.example', partner, campaign: 'telegram', deposit: '50', adult: 'yes', training: 'yes' };

async function openAccount(): Promise<string> {
  await post('/join', opening);
  return /class="id">(\d+)</.exec((await get('/join?lang=en')).body)?.[1] ?? '';
}

async function queryAsPartner(id: string) {
  const hash = createHash('md5').update(`${id}:${partner}:${token}`).digest('hex');
  return (await app.inject(`/en/api/user-info/${id}/${partner}/${hash}`)).json();
}

describe('the training broker', () => {
  it('opens an account by the referral link and shows its ID and the return link', async () => {
    const id = await openAccount();
    expect(id).toMatch(/^\d{7}$/);
    expect((await get('/join?lang=uk')).body).toContain('href="http://kurs.example/uk/enter-id"');
    expect((await get('/join?lang=uk')).body).toContain(`href="http://kurs.example/uk/enter-id?id=${id}"`);
    expect(await queryAsPartner(id)).toMatchObject({
      uid: id,
      balance: '50.00',
      link: 'telegram',
      self_excluded: false,
    });
  });

  it('supports deposit, bonus, trades and self-exclusion by plain forms', async () => {
    const id = await openAccount();
    await post('/desk/deposit', { amount: '25,50' });
    await post('/desk/withdraw', { amount: '5.5' });
    await post('/desk/bonus', { act: 'add' });
    await post('/desk/trade', { symbol: 'EUR/USD', minutes: '5', amount: '2', direction: 'down' });
    await post('/desk/exclude', { days: '7' });
    expect(await queryAsPartner(id)).toMatchObject({
      balance: '118.00',
      sum_bonuses: '50.00',
      net_turnover: '2.00',
      commission: '0.04',
      self_excluded: true,
    });
    expect((await post('/desk/deposit', { amount: '10' })).headers.location).toBe('/desk?lang=en&error=excluded');
  });

  it('pays what it displayed when the trade was opened, by pair and hour, and states it to its partner', async () => {
    now = 3_590_000;
    const id = await openAccount();
    await post('/desk/trade', { symbol: 'EUR/USD', minutes: '5', amount: '10', direction: 'down' });
    const { body } = await get('/desk?lang=en');
    const displayed = Number(/EUR\/USD · (\d+) %/.exec(body)?.[1]);
    const hash = createHash('md5').update(`payouts:${partner}:${token}`).digest('hex');
    const stated = await app.inject(`/api/payouts/${partner}/${hash}`);
    expect(stated.json()).toMatchObject({ EURUSD: displayed });
    expect((await app.inject(`/api/payouts/${partner}/${'0'.repeat(32)}`)).statusCode).toBe(403);
    now += 300_000;
    expect(await queryAsPartner(id)).toMatchObject({ balance: (50 + displayed / 10).toFixed(2) });
  });

  it('settles a trade by the quotes of the simulated market and shows both prices', async () => {
    await app.close();
    quotes = createSimulatedQuotes(7);
    now = Date.UTC(2026, 0, 5, 12);
    app = await start();
    await openAccount();
    await post('/desk/trade', { symbol: 'GBP/JPY', minutes: '5', amount: '10', direction: 'up' });
    const opened = quotes.priceAt('GBP/JPY', now);
    now += 300_000;
    const closed = quotes.priceAt('GBP/JPY', now);
    expect(closed).not.toBe(opened);
    const { body } = await get('/desk?lang=en');
    expect(body).toContain(`<td>${opened} → ${closed}</td>`);
    expect(body).toContain(
      (closed ?? 0) > (opened ?? 0)
        ? `win +$${(payoutPercentAt('GBP/JPY', now - 300_000) / 10).toFixed(2)}`
        : 'loss −$10.00',
    );
  });

  it('fills in a trade from a link, and selects a first deposit of 50 dollars', async () => {
    expect((await get('/join?lang=en')).body).toContain('<option value="50" selected>');
    await openAccount();
    const { body } = await get('/desk?lang=en&symbol=GBPJPY&minutes=5&direction=down');
    expect(body).toContain('<option value="GBP/JPY" selected>');
    expect(body).toContain('<option value="5" selected>');
    expect(body).toMatch(/autofocus name="direction" value="down"/);
  });

  it('explains a rejected form in the visitor’s language', async () => {
    await openAccount();
    expect((await get('/desk?lang=en&error=funds')).body).toContain(words.en.errorFunds);
    expect((await get('/desk?lang=uk&error=amount')).body).toContain(words.uk.errorAmount);
  });

  it.each(['0', '-5', '1e3', 'x', '1000000', '1.005'])('rejects %s as an amount', async (amount) => {
    const id = await openAccount();
    expect((await post('/desk/deposit', { amount })).headers.location).toBe('/desk?lang=en&error=amount');
    expect(await queryAsPartner(id)).toMatchObject({ balance: '50.00' });
  });

  it('preserves its accounts across a restart, and leaves no partial file', async () => {
    const id = await openAccount();
    await post('/desk/deposit', { amount: '7' });
    await app.close();
    app = await start();
    expect(await queryAsPartner(id)).toMatchObject({ balance: '57.00' });
    expect((await get('/desk?lang=en')).body).toContain(id);
    expect(await readdir(folder)).toEqual(['accounts.json']);
  });

  it('rejects a form sent by another page', async () => {
    const id = await openAccount();
    expect((await post('/desk/deposit', { amount: '7', key: 'forged' })).headers.location).toContain('error=form');
    expect((await post('/desk/deposit', { amount: '7' }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect(await queryAsPartner(id)).toMatchObject({ balance: '50.00' });
  });

  it('returns a partner nothing about another partner’s traders, and nothing at all without a valid hash', async () => {
    await post('/join', { ...opening, partner: 'somebody-else' });
    const id = /class="id">(\d+)</.exec((await get('/join?lang=en')).body)?.[1] ?? '';
    expect(await queryAsPartner(id)).toEqual({ error: 'not found' });
    expect((await app.inject(`/en/api/user-info/${id}/${partner}/${'0'.repeat(32)}`)).statusCode).toBe(403);
  });

  it('shows user input as text', async () => {
    const answer = await get('/join?lang=en&campaign="><script>&partner=<b>');
    expect(answer.body).not.toMatch(/<script|<b>kurs|"><script/);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each(['uk', 'en', 'ru'] as const)('is available in %s', async (lang) => {
    await openAccount();
    for (const [path, text] of [
      ['/login', words[lang].noAccount],
      ['/desk', words[lang].exclusionNote],
    ] as const)
      expect((await get(`${path}?lang=${lang}`)).body).toContain(text);
    const byBrowser = await app.inject({ url: '/login', headers: { 'accept-language': `${lang}-XX,en;q=0.5` } });
    expect(byBrowser.body).toContain(`<html lang="${lang}">`);
  });

  it('can misbehave towards the partner, for tests', async () => {
    const id = await openAccount();
    await post('/desk/behaviour', { behaviour: 'missing' });
    expect(await queryAsPartner(id)).toEqual({ error: 'not found' });
  });
});
