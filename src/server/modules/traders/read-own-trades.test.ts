import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestTraders, startsAt, type TestTraders } from '#tests/support/test-traders.ts';
import { traderPaths } from '#contract/paths.ts';
import { dayMs } from '#domain/time.ts';

let traders: TestTraders;
beforeAll(async () => {
  traders = await createTestTraders();
});
afterAll(() => traders.close());

const openTrade = {
  id: 't-7',
  symbol: 'EURUSD',
  direction: 'down',
  amount: '10.00',
  bonus_amount: '0.00',
  minutes: 5,
  opened_at: '2026-03-03T14:58:20.000Z',
  closes_at: '2026-03-03T15:03:20.000Z',
  profit: null,
};

test('reports the trades of the last 30 days', async () => {
  const { fake } = traders;
  fake.trades = [openTrade, { ...openTrade, id: 't-6', direction: 'up', profit: '8.20' }];
  const person = await traders.person({ isActivated: true, referralId: '7731402' });
  const answer = await person.get(traderPaths.trades);
  const reported = {
    symbol: 'EURUSD',
    duration: 5,
    stake: 10,
    openedAt: openTrade.opened_at,
    closesAt: openTrade.closes_at,
  };
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      isReported: true,
      items: [
        { ...reported, id: 't-7', direction: 'SELL', profit: null },
        { ...reported, id: 't-6', direction: 'BUY', profit: 8.2 },
      ],
    },
  ]);
  const since = new URL(fake.requested.at(-1) ?? '', fake.url).searchParams.get('since');
  expect(since).toBe(new Date(startsAt - 30 * dayMs).toISOString());
});

test('reports nothing, without a request, for a user without a confirmed trader', async () => {
  const requestsBefore = traders.fake.requested.length;
  const person = await traders.person({ isActivated: true });
  expect((await person.get(traderPaths.trades)).json()).toEqual({ isReported: false, items: [] });
  expect(traders.fake.requested).toHaveLength(requestsBefore);
});

test('reports nothing for an account that the broker does not know', async () => {
  const person = await traders.person({ isActivated: true, referralId: '7731403' });
  traders.fake.mode = '404';
  expect((await person.get(traderPaths.trades)).json()).toEqual({ isReported: false, items: [] });
});

test('an error of the broker names when to retry', async () => {
  const person = await traders.person({ isActivated: true, referralId: '7731404' });
  traders.fake.mode = '500';
  const answer = await person.get(traderPaths.trades);
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
    503,
    'broker_unavailable',
    '10',
  ]);
});

test('reports nothing for a broker without a list of trades', async () => {
  const silent = await createTestTraders({ reportsTrades: false });
  const person = await silent.person({ isActivated: true, referralId: '7731402' });
  expect((await person.get(traderPaths.trades)).json()).toEqual({ isReported: false, items: [] });
  await silent.close();
});
