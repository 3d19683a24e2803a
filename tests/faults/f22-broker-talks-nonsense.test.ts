import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { balanceHistory } from '#server/database/tables/trader-tables.ts';
import { createTestTraders } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);
let id = '';
let count = 0;
beforeEach(() => {
  test.time.advance(7_200_000);
  Object.assign(test.fake, { mode: 'normal', change: {}, retryAfter: null });
  id = String(7_000_000 + count++);
});

const yesterday = () => new Date(test.time.clock.now() - 86_400_001);

it.each([
  ['500', '500', {}],
  ['HTML instead of JSON', 'html', {}],
  ['another trader’s account', 'another trader', {}],
  ['50 MB', '50 MB', {}],
  ['no id', 'normal', { uid: undefined }],
  ['no self-exclusion field', 'normal', { self_excluded: undefined }],
  ['no balance', 'normal', { balance: undefined }],
  ['null as the balance', 'normal', { balance: null }],
  ['"1,234.50"', 'normal', { balance: '1,234.50' }],
] as const)('F22: %s means retry later: never 0, never verified', async (_title, mode, change) => {
  Object.assign(test.fake, { mode, change });
  const checkedAt = yesterday();
  const person = await test.person({ referralId: id, balance: 250, balanceCheckedAt: checkedAt });
  const signal = await person.get('/python_api/signal');
  expect([signal.statusCode, signal.json().code]).toEqual([503, 'broker_unavailable']);
  expect(Number(signal.headers['retry-after'])).toBeGreaterThan(0);
  test.time.advance(15_000);
  expect((await person.post('/api/trader/check')).json().check).toMatchObject({ state: 'checking', answeredAt: null });
  expect(await person.row()).toMatchObject({ balance: 250, balanceCheckedAt: checkedAt, isSelfExcluded: false });
  const saved = await test.database.db.select().from(balanceHistory).where(eq(balanceHistory.userId, person.id));
  expect([saved, test.issuedTo.includes(person.id)]).toEqual([[], false]);
});

const inNinetySeconds = (now: number): string => new Date(now + 90_000).toUTCString();

it.each<[string, (now: number) => string | null, number]>([
  ['seconds', () => '120', 120],
  ['a date', inNinetySeconds, 90],
  ['nothing', () => null, 60],
  ['nonsense', () => 'soon', 60],
])('F22: after 429 with %s no request is sent before the retry delay ends', async (_title, retryAfter, seconds) => {
  Object.assign(test.fake, { mode: '429', retryAfter: retryAfter(test.time.clock.now()) });
  const person = await test.person();
  const before = test.fake.requested.length;
  const claim = () => person.post('/api/referral-id', { referralId: id });
  const refused = await claim();
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'broker_unavailable']);
  expect(refused.headers['retry-after']).toBe(String(seconds));
  test.fake.mode = 'normal';
  test.time.advance((seconds - 1) * 1_000);
  expect((await claim()).headers['retry-after']).toBe('1');
  expect(test.fake.requested.length - before).toBe(1);
  test.time.advance(1_000);
  expect((await claim()).statusCode).toBe(200);
  expect((await person.row()).referralId).toBe(id);
});

it('F22: an unreadable answer is logged once, without the address', async () => {
  for (const n of [1, 2, 3]) {
    test.fake.change = { self_excluded: 'of course' };
    await test.broker.findTrader(`${id}${n}`).catch(() => undefined);
  }
  const published = test.log.filter(
    (line) => line.includes('response is invalid') && line.includes('"fields":"self_excluded"'),
  );
  expect(published).toHaveLength(1);
  expect(test.log.join('')).not.toContain('user-info');
});

it('F22: a rejection of our token is no "not found" either, and alerts the operator', async () => {
  test.log.length = 0;
  test.fake.mode = '401';
  const person = await test.person();
  const answer = await person.post('/api/referral-id', { referralId: id });
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'broker_unavailable']);
  expect(test.log.filter((line) => line.includes('BROKER_API_TOKEN'))).toHaveLength(1);
  expect((await person.get('/api/ready')).json().checks).toEqual([{ name: 'broker', state: 'degraded' }]);
  expect((await person.get('/api/trader/check')).json().check).toMatchObject({ kind: 'claim', state: 'checking' });
});
