import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakePocket, startFakePocket } from '#tests/support/network/fake-pocket.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { BrokerUnavailable, type WatchedBroker } from './broker.ts';
import { createPocketBroker } from './pocket-broker.ts';
import { aBrokerSharing } from '#tests/support/network/broker-sharing.ts';

const id = '7731402';
let fake: FakePocket;
let time: VirtualTime;
let lines: string[];
let broker: WatchedBroker;

const aBroker = (balanceMode: 'minus_bonuses' | 'raw' = 'minus_bonuses', shared = aBrokerSharing()): WatchedBroker =>
  createPocketBroker({
    shared,
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

const rejection = (promise: Promise<unknown>): Promise<BrokerUnavailable> =>
  promise.then(
    () => Promise.reject(new Error('it was answered')),
    (caught: unknown) => {
      if (!(caught instanceof BrokerUnavailable)) throw caught;
      return caught;
    },
  );

describe('the balance', () => {
  it.each([
    ['as strings, without bonuses', {}, 124.5],
    ['as numbers', { balance: 20.1, sum_bonuses: 0 }, 20.1],
    ['with more bonuses than balance: own balance is zero', { balance: '20', sum_bonuses: '50' }, 0],
    ['of exactly zero', { balance: 0, sum_bonuses: 0 }, 0],
    ['in words is unknown', { balance: 'n/a' }, null],
    ['as Infinity is unknown', { balance: '1e999' }, null],
    ['as an object is unknown', { balance: { amount: 5 } }, null],
    ['without bonus fields is unknown', { sum_bonuses: undefined }, null],
  ])('%s', async (_title, change, balance) => {
    fake.change = change;
    expect((await broker.findTrader(id))?.balance).toBe(balance);
    expect(lines.some((line) => line.includes('missing or malformed fields'))).toBe(balance === null);
  });

  it('is used unchanged where the operator configures it', async () => {
    expect((await aBroker('raw').findTrader(id))?.balance).toBe(174.5);
  });
});

it.each([
  [true, [true, 1, '1', 'true']],
  [false, [false, 0, '0', 'false', null]],
])('reads self_excluded as %s in each of its forms', async (isSelfExcluded, forms) => {
  for (const self_excluded of forms) {
    fake.change = { self_excluded };
    expect((await aBroker().findTrader(id))?.isSelfExcluded).toBe(isSelfExcluded);
  }
});

it('cuts an invalid answer off instead of reading up to 50 MB', async () => {
  fake.mode = '50 MB';
  await rejection(broker.findTrader(id));
  expect(fake.bytesSent).toBeLessThan(20_000_000);
});

it('follows a redirect to a language path of the same host', async () => {
  fake.mode = 'redirect';
  expect((await broker.findTrader(id))?.id).toBe(id);
  expect(fake.requested).toHaveLength(2);
});

describe('answer cache', () => {
  it('holds an answer for five minutes', async () => {
    await broker.findTrader(id);
    time.advance(299_999);
    await broker.findTrader(id);
    expect(fake.requested).toHaveLength(1);
    time.advance(1);
    await broker.findTrader(id);
    expect(fake.requested).toHaveLength(2);
  });

  it('is bypassed on request, at most once in ten seconds', async () => {
    await broker.findTrader(id);
    time.advance(9_999);
    await broker.findTrader(id, { fresh: true });
    expect(fake.requested).toHaveLength(1);
    time.advance(1);
    await broker.findTrader(id, { fresh: true });
    expect(fake.requested).toHaveLength(2);
  });

  it('holds an unknown trader for ten seconds, because a new account appears soon', async () => {
    fake.mode = '404';
    expect(await broker.findTrader(id)).toBeNull();
    fake.mode = 'normal';
    time.advance(10_000);
    expect((await broker.findTrader(id))?.id).toBe(id);
  });

  it('shares one request between concurrent callers for one trader', async () => {
    await Promise.all(Array.from({ length: 20 }, () => broker.findTrader(id)));
    expect(fake.requested).toHaveLength(1);
  });
});

describe('concurrent calls', () => {
  const find = (n: number, isBackground = false) => rejection(broker.findTrader(String(n), { isBackground }));

  it('wait for one of four slots, up to a hundred; the next one is rejected at once', async () => {
    fake.mode = 'hang';
    const requested = Array.from({ length: 104 }, (_, n) => find(n + 1));
    await fake.untilOpen(4);
    expect((await find(1_000)).message).toBe('too many calls are queued');
    expect(fake.open).toEqual({ now: 4, max: 4 });
    time.advance(5_000);
    expect(new Set((await Promise.all(requested)).map(({ message }) => message))).toEqual(
      new Set(['no answer within the timeout']),
    );
    expect(fake.requested).toHaveLength(4);
  });

  it('in the background use two slots and queue behind those of waiting users', async () => {
    fake.mode = 'hang';
    const requested = [find(1, true), find(2, true), find(3, true)];
    await fake.untilOpen(2);
    const inFront = find(4);
    await fake.untilOpen(3);
    time.advance(5_000);
    await Promise.all([...requested, inFront]);
    expect(fake.requested).toHaveLength(3);
  });
});

it('keeps answering about other traders after an invalid answer about one', async () => {
  fake.mode = 'another trader';
  for (let n = 1; n <= 9; n++) await rejection(broker.findTrader(String(n)));
  fake.mode = 'normal';
  expect((await broker.findTrader(id))?.id).toBe(id);
});

it('leaves the token and its hash out of logs and errors', async () => {
  const secrets = [
    fake.apiToken,
    ...['500', 'another trader', 'redirect elsewhere', '401', 'html'].map(() => '/api/user-info'),
  ];
  const errors: string[] = [];
  for (const mode of ['500', 'another trader', 'redirect elsewhere', '401', 'html'] as const) {
    fake.mode = mode;
    const caught = await rejection(broker.findTrader(id));
    errors.push(`${caught.message} ${caught.stack ?? ''} ${String(caught.cause)}`);
  }
  const hash = /[0-9a-f]{32}$/.exec(fake.requested[0] ?? '')?.[0] ?? 'none';
  const logText = [...errors, ...lines].join('\n');
  expect([...secrets, hash].filter((secret) => logText.includes(secret))).toEqual([]);
});

describe('two processes', () => {
  let there: WatchedBroker;
  beforeEach(() => {
    const shared = aBrokerSharing();
    [broker, there] = [aBroker('minus_bonuses', shared), aBroker('minus_bonuses', shared)];
  });

  it('have four calls in flight together', async () => {
    fake.mode = 'hang';
    const calls = Array.from({ length: 8 }, (_, n) => rejection((n % 2 ? broker : there).findTrader(String(n + 1))));
    await fake.untilOpen(4);
    time.advance(4_999);
    expect(fake.open).toEqual({ now: 4, max: 4 });
    time.advance(1);
    await time.advanceAsync(100);
    for (const { message } of await Promise.all(calls)) expect(message).toBe('no answer within the timeout');
    expect(fake.requested).toHaveLength(4);
  });

  it('both stop calling once one of them has failed five times, until one is answered', async () => {
    fake.mode = '500';
    for (let n = 1; n <= 5; n++) await rejection(broker.findTrader(String(n)));
    expect((await rejection(there.findTrader(id))).message).toBe('the circuit breaker is open');
    expect(there.state()).toBe('down');
    fake.mode = 'normal';
    time.advance(5_000);
    await there.findTrader(id);
    expect([broker.state(), there.state()]).toEqual(['ok', 'ok']);
  });

  it('both wait after a 429', async () => {
    Object.assign(fake, { mode: '429', retryAfter: '20' });
    await rejection(broker.findTrader('1'));
    fake.mode = 'normal';
    expect((await rejection(there.findTrader('2'))).retryAfterS).toBe(20);
    expect(there.state()).toBe('ok');
  });
});
