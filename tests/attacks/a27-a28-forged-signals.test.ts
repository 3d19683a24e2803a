import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { recordLeaves } from '#server/database/tables/record-tables.ts';
import { createTestSignals, type SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
let me: SignalPerson;
let lost: Signal;
let open: Signal;

beforeAll(async () => {
  me = await test.person();
  const issued = await me.signal();
  await take(issued);
  await test.finish(issued, 'unsuccessful');
  open = await me.signal();
  const { items } = (await me.get(`/api/signal/user/${me.id}`)).json<{ items: Signal[] }>();
  lost = items.find(({ id }) => id === issued.id) as Signal;
});

const take = (body: object) => me.post(`/api/signal/user/${me.id}`, body);
const everything = async () => {
  const { db } = test.database;
  return [await db.select().from(signals), await db.select().from(outcomes), await db.select().from(recordLeaves)];
};
const refused = async (body: object, status: number, code: string) => {
  const before = await everything();
  const answer = await take(body);
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  expect(await everything()).toEqual(before);
};

const earlier = '2026-03-03T14:00:00.000Z';

describe('A27: a signal is taken as it was issued', () => {
  it.each([
    ['a win', { isWinner: true }],
    ['a result', { result: 'successful' }],
    ['both', { result: 'successful', isWinner: true }],
    ['a better entry', { openPrice: 1.0 }],
    ['a better close', { closePrice: 1.2 }],
    ['a later expiry', { expiresAt: '2026-03-03T23:00:00.000Z' }],
    ['an earlier entry', { openedAt: earlier }],
    ['an earlier issue', { time: earlier }],
    ['a higher passability', { passability: 99 }],
    ['the other direction', { signal: 'SELL' }],
    ['another pair', { symbol: 'GBPUSD' }],
    ['another model', { aiModel: 'vip' }],
    ['another duration', { duration: 10 }],
    ['a false chase', { chaseOf: '00000000-0000-4000-8000-000000000000' }],
    [
      'other analytics',
      {
        analytics: {
          baseRate: 1,
          breakEven: 0,
          contributions: [],
          indicators: [],
          levels: [],
          sampleSize: 9,
          text: '',
        },
      },
    ],
  ])('is rejected with %s, and nothing is written', async (_title, forged) => {
    await refused({ ...lost, ...forged }, 409, 'signal_mismatch');
  });

  it.each([
    ['an early status', { status: 'settled' }],
    ['an early result', { result: 'successful', isWinner: true, status: 'settled', closePrice: 1.2 }],
    [
      'an entry ahead of time',
      { openPrice: 1.0, openedAt: earlier, expiresAt: '2026-03-03T23:00:00.000Z', status: 'live' },
    ],
  ])('is rejected while open with %s, and nothing is written', async (_title, forged) => {
    await refused({ ...open, ...forged }, 409, 'signal_mismatch');
  });

  it('one that was never issued does not exist', async () =>
    refused({ ...lost, id: randomUUID() }, 404, 'signal_not_found'));

  it('the genuine one is taken', async () => {
    expect((await take(lost)).statusCode).toBe(200);
    expect((await take(open)).statusCode).toBe(201);
  });
});

describe('A28: an invalid body is rejected before any lookup', () => {
  it.each([
    ['a duration of 0', { duration: 0 }],
    ['a duration of 1e9', { duration: 1e9 }],
    ['a duration of 4', { duration: 4 }],
    ['a duration that is not a number', { duration: Number.NaN }],
    ['an unknown model', { aiModel: 'best_ai' }],
    ['an unknown pair', { symbol: 'EURXXX' }],
    ['an invalid time', { time: 'yesterday' }],
    ['a passability above 100', { passability: 101 }],
    ['a result in the body', { result: 'won' }],
    ['an invalid id', { id: "1' or '1'='1" }],
    ['an additional field', { userId: randomUUID() }],
    ['a missing nested field', { analytics: {} }],
    ['an operator', { symbol: { $ne: null } }],
  ])('%s', async (_title, change) => refused({ ...lost, ...change }, 400, 'validation_failed'));

  it('a past time matches no issued signal', async () => refused({ ...lost, time: earlier }, 409, 'signal_mismatch'));

  it.each([
    ['/python_api/signal/kurs_ai_v2?interval=0', 400, 'validation_failed'],
    ['/python_api/signal/kurs_ai_v2?interval=-1', 400, 'validation_failed'],
    ['/python_api/signal/kurs_ai_v2?interval=1e9', 400, 'validation_failed'],
    ['/python_api/signal/kurs_ai_v2?interval=4', 400, 'validation_failed'],
    ['/python_api/signal/kurs_ai_v2?interval=2', 400, 'validation_failed'],
    ['/python_api/signal/kurs_ai_v2?interval=NaN', 400, 'validation_failed'],
    ['/python_api/signal/kurs_ai_v2?symbol=EURXXX', 404, 'unknown_symbol'],
    ['/python_api/signal/best_ai', 404, 'unknown_model'],
  ])('%s: %i %s', async (path, status, code) => {
    const trader = await test.person();
    const before = await everything();
    const answer = await trader.get(path);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await everything()).toEqual(before);
  });
});
