import { beforeAll, expect, it } from 'vitest';
import { createTestTraders, type Person } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);
let me: Person;
let other: Person;
const [mine, theirs] = ['7000001', '7000002'];

beforeAll(async () => {
  me = await test.person({ referralId: mine });
  other = await test.person({ referralId: theirs });
});

it('A25: the trader of another user is answered as one unknown to the broker', async () => {
  const ofAnother = await me.get(`/api/trader/info/${theirs}`);
  test.fake.mode = '404';
  const ofNobody = await me.get('/api/trader/info/7000003');
  test.fake.mode = 'normal';
  const published = [ofAnother, ofNobody].map((answer) => {
    const { requestId: _, ...body } = answer.json();
    return { status: answer.statusCode, body };
  });
  expect(published[0]).toEqual({
    status: 404,
    body: {
      code: 'trader_not_found',
      message: 'Your ID was not found. If you are sure your ID is correct, please try again.',
    },
  });
  expect(published[1]).toEqual(published[0]);
});

it('A25: both cost the broker one request, so that timing reveals nothing either', async () => {
  const before = test.fake.requested.length;
  test.time.advance(600_000);
  await me.get(`/api/trader/info/${theirs}`);
  await me.get('/api/trader/info/7000004');
  expect(test.fake.requested.length - before).toBe(2);
});

it('A25: a refresh changes neither it nor any user’s rows', async () => {
  const before = [await me.row(), await other.row()];
  test.fake.change = { balance: '9999' };
  test.time.advance(600_000);
  expect((await me.get(`/api/trader/info/${theirs}?refresh=1`)).statusCode).toBe(404);
  expect([await me.row(), await other.row()]).toEqual(before);
});

it('A25: it cannot be claimed by a user without an id', async () => {
  const thief = await test.person();
  const answer = await thief.post('/api/referral-id', { referralId: theirs });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'trader_taken']);
  expect([(await thief.row()).referralId, (await other.row()).referralId]).toEqual([null, theirs]);
});

it('A25: ten ids per hour may be tried; the caller’s own is still answered', async () => {
  const guesser = await test.person({ referralId: '7000010' });
  for (let n = 0; n < 10; n++) await guesser.get(`/api/trader/info/${7_100_000 + n}`);
  const answer = await guesser.get('/api/trader/info/7200000');
  expect([answer.statusCode, answer.json().code]).toEqual([429, 'rate_limited']);
  expect(test.fake.requested.some((path) => path.includes('7200000'))).toBe(false);
  expect((await guesser.get('/api/trader/info/7000010')).statusCode).toBe(200);
});
