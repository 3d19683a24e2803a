import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakePocket, startFakePocket } from '#tests/support/fake-pocket.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { BrokerRefusesUs, BrokerUnavailable, type WatchedBroker } from './broker.ts';
import { createPocketBroker } from './pocket-broker.ts';

const id = '7731402';
let fake: FakePocket;
let time: VirtualTime;
let lines: string[];
let broker: WatchedBroker;

const aBroker = (balanceMode: 'minus_bonuses' | 'raw' = 'minus_bonuses'): WatchedBroker =>
  createPocketBroker({
    apiUrl: async () => fake.url,
    partnerId: fake.partnerId,
    apiToken: fake.apiToken,
    balanceMode,
    clock: time.clock,
    after: time.scheduler.after,
    chance: () => 0,
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  });

beforeEach(async () => {
  fake = await startFakePocket();
  time = createVirtualTime(Date.parse('2026-03-03T15:00:00.000Z'));
  lines = [];
  broker = aBroker();
});
afterEach(() => fake.stop());

const refusal = (promise: Promise<unknown>): Promise<BrokerUnavailable> =>
  promise.then(
    () => Promise.reject(new Error('it was answered')),
    (fault: unknown) => {
      if (!(fault instanceof BrokerUnavailable)) throw fault;
      return fault;
    },
  );

describe('the balance', () => {
  it.each([
    ['as strings, without bonuses', {}, 124.5],
    ['as numbers', { balance: 20.1, sum_bonuses: 0 }, 20.1],
    ['with more bonuses than balance: nothing of one’s own', { balance: '20', sum_bonuses: '50' }, 0],
    ['of exactly nothing', { balance: 0, sum_bonuses: 0 }, 0],
    ['null is unknown', { balance: null }, null],
    ['left out is unknown', { balance: undefined }, null],
    ['with a comma is unknown', { balance: '1,234.50' }, null],
    ['in words is unknown', { balance: 'n/a' }, null],
    ['with a sign of infinity is unknown', { balance: '1e999' }, null],
    ['as an object is unknown', { balance: { amount: 5 } }, null],
    ['without a word on bonuses is unknown', { sum_bonuses: undefined }, null],
  ])('%s', async (_title, change, balance) => {
    fake.change = change;
    expect((await broker.findTrader(id))?.balance).toBe(balance);
    expect(lines.some((line) => line.includes('left out a field'))).toBe(balance === null);
  });

  it('is taken as it is where the operator says so', async () => {
    expect((await aBroker('raw').findTrader(id))?.balance).toBe(174.5);
  });
});

it.each([
  [true, [true, 1, '1', 'true']],
  [false, [false, 0, '0', 'false', null]],
])('self_excluded is %s in any of its forms', async (isSelfExcluded, forms) => {
  for (const self_excluded of forms) {
    fake.change = { self_excluded };
    expect((await aBroker().findTrader(id))?.isSelfExcluded).toBe(isSelfExcluded);
  }
});

describe('what is no answer', () => {
  it.each([
    ['an error of the broker', '500', {}],
    ['a page instead of JSON', 'html', {}],
    ['another trader’s account', 'another trader', {}],
    ['an answer that does not say whose it is', 'normal', { uid: undefined }],
    ['an answer that leaves out the limit a person set', 'normal', { self_excluded: undefined }],
    ['a limit in an unknown form', 'normal', { self_excluded: 'perhaps' }],
    ['a redirect to another host', 'redirect elsewhere', {}],
    ['a redirect without an end', 'redirect for ever', {}],
    ['50 MB', '50 MB', {}],
    ['50 MB packed into 50 KB', '50 MB, packed', {}],
  ] as const)('%s: try later', async (_title, mode, change) => {
    Object.assign(fake, { mode, change });
    const fault = await refusal(broker.findTrader(id));
    expect(fault).not.toBeInstanceOf(BrokerRefusesUs);
    expect(fault.retryAfterS).toBeGreaterThan(0);
    Object.assign(fake, { mode: 'normal', change: {} });
    expect((await broker.findTrader(id))?.balance).toBe(124.5);
  });

  it('50 MB are not read: the line is cut', async () => {
    fake.mode = '50 MB';
    await refusal(broker.findTrader(id));
    expect(fake.bytesSent).toBeLessThan(20_000_000);
  });

  it('a foreign host is not even asked', async () => {
    const stranger = await startFakePocket();
    Object.assign(fake, { mode: 'redirect elsewhere', elsewhere: stranger.url });
    await refusal(broker.findTrader(id));
    expect(stranger.asked).toEqual([]);
    await stranger.stop();
  });
});

it('follows a redirect to a language path of the same host', async () => {
  fake.mode = 'redirect';
  expect((await broker.findTrader(id))?.id).toBe(id);
  expect(fake.asked).toHaveLength(2);
});

describe('answers are remembered', () => {
  it('for five minutes', async () => {
    await broker.findTrader(id);
    time.advance(299_999);
    await broker.findTrader(id);
    expect(fake.asked).toHaveLength(1);
    time.advance(1);
    await broker.findTrader(id);
    expect(fake.asked).toHaveLength(2);
  });

  it('and asked for anew on request, at most once in ten seconds', async () => {
    await broker.findTrader(id);
    time.advance(9_999);
    await broker.findTrader(id, { fresh: true });
    expect(fake.asked).toHaveLength(1);
    time.advance(1);
    await broker.findTrader(id, { fresh: true });
    expect(fake.asked).toHaveLength(2);
  });

  it('for ten seconds where there is no such trader: an account opened a moment ago appears soon', async () => {
    fake.mode = '404';
    expect(await broker.findTrader(id)).toBeNull();
    fake.mode = 'normal';
    time.advance(10_000);
    expect((await broker.findTrader(id))?.id).toBe(id);
  });

  it('many who ask about one trader at once are one question', async () => {
    await Promise.all(Array.from({ length: 20 }, () => broker.findTrader(id)));
    expect(fake.asked).toHaveLength(1);
  });
});

describe('many questions at once', () => {
  const ask = (n: number, isBackground = false) => refusal(broker.findTrader(String(n), { isBackground }));

  it('wait for one of four places, a hundred of them; the next is refused at once', async () => {
    fake.mode = 'hang';
    const asked = Array.from({ length: 104 }, (_, n) => ask(n + 1));
    await fake.untilOpen(4);
    expect((await ask(1_000)).message).toBe('too many calls wait');
    expect(fake.open).toEqual({ now: 4, most: 4 });
    time.advance(5_000);
    expect(new Set((await Promise.all(asked)).map(({ message }) => message))).toEqual(new Set(['no answer in time']));
    expect(fake.asked).toHaveLength(4);
  });

  it('that nobody waits for take two places, and wait behind the people for them', async () => {
    fake.mode = 'hang';
    const asked = [ask(1, true), ask(2, true), ask(3, true)];
    await fake.untilOpen(2);
    const inFront = ask(4);
    await fake.untilOpen(3);
    time.advance(5_000);
    await Promise.all([...asked, inFront]);
    expect(fake.asked).toHaveLength(3);
  });

  it('that nobody waits for go on when a place is free', async () => {
    fake.mode = 'normal';
    await Promise.all(Array.from({ length: 10 }, (_, n) => broker.findTrader(String(n + 1), { isBackground: true })));
    expect(fake.asked).toHaveLength(10);
    expect(fake.open.most).toBeLessThanOrEqual(2);
  });
});

it('a strange answer about one trader does not shut out the others', async () => {
  fake.mode = 'another trader';
  for (let n = 1; n <= 9; n++) await refusal(broker.findTrader(String(n)));
  fake.mode = 'normal';
  expect((await broker.findTrader(id))?.id).toBe(id);
});

describe('a broker that refuses us', () => {
  it.each(['401', '403'] as const)('%s: one alert a change, and readiness shows it', async (mode) => {
    fake.mode = mode;
    for (const trader of ['1', '2', '3']) await expect(broker.findTrader(trader)).rejects.toThrow(BrokerRefusesUs);
    expect(broker.state()).toBe('degraded');
    fake.mode = 'normal';
    await broker.findTrader(id);
    expect(broker.state()).toBe('ok');
    const alerts = lines.filter((line) => line.includes('refuses our partner id or token'));
    expect([alerts.length, lines.filter((line) => line.includes('again')).length]).toEqual([1, 1]);
  });
});

it('the token and its hash are in no log and no error', async () => {
  const secrets = [
    fake.apiToken,
    ...['500', 'another trader', 'redirect elsewhere', '401', 'html'].map(() => '/api/user-info'),
  ];
  const faults: string[] = [];
  for (const mode of ['500', 'another trader', 'redirect elsewhere', '401', 'html'] as const) {
    fake.mode = mode;
    const fault = await refusal(broker.findTrader(id));
    faults.push(`${fault.message} ${fault.stack ?? ''} ${String(fault.cause)}`);
  }
  const hash = /[0-9a-f]{32}$/.exec(fake.asked[0] ?? '')?.[0] ?? 'none';
  const told = [...faults, ...lines].join('\n');
  expect([...secrets, hash].filter((secret) => told.includes(secret))).toEqual([]);
});

it('an id that is none never becomes an address', async () => {
  for (const wrong of ['../1', '1/2', '', ' 1', '١٢٣', '1'.repeat(21)])
    await expect(broker.findTrader(wrong)).rejects.toThrow(TypeError);
  expect(fake.asked).toEqual([]);
});
