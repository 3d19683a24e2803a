import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { balanceHistory, traderChecks, traderDays } from '#server/database/tables/trader-tables.ts';
import { createTestTraders, startsAt } from '#tests/support/test-traders.ts';
import { hourMs } from '#domain/time.ts';
import { saveAnswer } from './broker-answer.ts';
import { nextCheckAt } from './trader-check.ts';
import { releaseTrader } from './trader-ownership.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);
/** A new trader in every test, because broker answers are cached. */
let id = '';
let count = 0;

beforeEach(() => {
  Object.assign(test.fake, { mode: 'normal', change: {}, retryAfter: null });
  // Lets the circuit breaker and rate limit of earlier tests expire.
  test.time.advance(7_200_000);
  test.published.length = 0;
  id = String(7_000_000 + count++);
});

const now = (): string => new Date(test.time.clock.now()).toISOString();
const balance = (amount: string | null, more = {}) => ({ balance: amount, sum_bonuses: '0', ...more });
const getHistory = (userId: string) =>
  test.database.db
    .select()
    .from(balanceHistory)
    .where(eq(balanceHistory.userId, userId))
    .orderBy(desc(balanceHistory.at));
const listChecks = (userId: string) =>
  test.database.db.select().from(traderChecks).where(eq(traderChecks.userId, userId)).orderBy(traderChecks.startedAt);

/** Advances time to the next step of the user's check and executes it. */
const takeNextStep = async ({ id: userId }: { id: string }): Promise<void> => {
  const running = (await listChecks(userId)).find(({ nextAt }) => nextAt !== null);
  test.time.advance((running?.nextAt?.getTime() ?? 0) - test.time.clock.now());
  await test.jobs.runDue();
};

describe('POST /api/referral-id', () => {
  it('confirms a referred trader: id, balance without bonuses, history, turnover, stream event', async () => {
    const person = await test.person();
    const answer = await person.post('/api/referral-id', { referralId: ` ${id} ` });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().user).toMatchObject({
      id: person.id,
      referralId: id,
      brokerAccountId: id,
      balance: 124.5,
      balanceCheckedAt: now(),
    });
    expect(await person.row()).toMatchObject({ referralId: id, balance: 124.5, isSelfExcluded: false });
    expect(await getHistory(person.id)).toMatchObject([{ balance: 124.5, isSelfExcluded: false }]);
    const days = await test.database.db.select().from(traderDays).where(eq(traderDays.traderId, id));
    expect(days).toMatchObject([{ userId: person.id, day: now().slice(0, 10), netTurnover: 1284, commission: 21.4 }]);
    expect(test.published).toMatchObject([
      { name: 'balance', userId: person.id, data: { balance: 124.5, isBalanceValid: true, checkedAt: now() } },
    ]);
  });

  it('is idempotent for the same id and rejects a different one', async () => {
    const person = await test.person();
    const first = await person.post('/api/referral-id', { referralId: id });
    const again = await person.post('/api/referral-id', { referralId: id });
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await getHistory(person.id)).toHaveLength(1);
    const other = await person.post('/api/referral-id', { referralId: '1' });
    expect([other.statusCode, other.json().code]).toEqual([409, 'already_confirmed']);
    expect((await person.row()).referralId).toBe(id);
  });

  it('responds 404 and confirms nothing when the broker does not know the trader', async () => {
    test.fake.mode = '404';
    const person = await test.person();
    const answer = await person.post('/api/referral-id', { referralId: id });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      404,
      {
        code: 'trader_not_found',
        message: 'Your ID was not found. If you are sure your ID is correct, please try again.',
      },
    ]);
    expect((await person.row()).referralId).toBeNull();
  });

  it('lets exactly one of two concurrent claims of the same trader succeed', async () => {
    const people = await Promise.all([test.person(), test.person(), test.person()]);
    const answers = await Promise.all(people.map((person) => person.post('/api/referral-id', { referralId: id })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json().code)).toEqual([
      'trader_taken',
      'trader_taken',
    ]);
    const owners = (await Promise.all(people.map((person) => person.row()))).filter(({ referralId }) => referralId);
    expect(owners).toHaveLength(1);
  });

  it('confirms one id when a user sends two from two tabs', async () => {
    const person = await test.person();
    const answers = await Promise.all(
      [id, `${id}0`].map((referralId) => person.post('/api/referral-id', { referralId })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await getHistory(person.id)).toHaveLength(1);
  });

  it('is rejected before the e-mail is activated, without a broker query', async () => {
    const person = await test.person({ isActivated: false });
    const before = test.fake.requested.length;
    expect((await person.post('/api/referral-id', { referralId: id })).json().code).toBe('email_not_activated');
    expect(test.fake.requested).toHaveLength(before);
  });

  it('rejects a postponed claim when another user was confirmed meanwhile', async () => {
    test.fake.mode = '500';
    const slow = await test.person();
    await slow.post('/api/referral-id', { referralId: id });
    test.fake.mode = 'normal';
    test.time.advance(1_000);
    const quick = await test.person();
    expect((await quick.post('/api/referral-id', { referralId: id })).statusCode).toBe(200);
    await takeNextStep(slow);
    expect((await slow.get('/api/trader/check')).json().check).toMatchObject({ state: 'taken', nextAt: null });
    expect((await slow.row()).referralId).toBeNull();
  });

  it.each([
    ['confirmed', 'normal'],
    ['not_found', '404'],
  ] as const)('gives up a claim under way when another id is %s', async (state, mode) => {
    const person = await test.person();
    test.fake.mode = '500';
    const first = await person.post('/api/referral-id', { referralId: `${id}1` });
    expect(first.statusCode).toBe(503);
    test.fake.mode = mode;
    test.time.advance(hourMs);
    await person.post('/api/referral-id', { referralId: id });
    const checks = (await listChecks(person.id)).map((check) => [check.traderId, check.state, check.nextAt]);
    expect(checks).toEqual([
      [`${id}1`, 'given_up', null],
      [id, state, null],
    ]);
    expect((await person.get('/api/trader/check')).json().check).toMatchObject({ traderId: id, state });
  });

  it('gives up a claim after an hour without an answer', async () => {
    test.fake.mode = '500';
    const person = await test.person();
    await person.post('/api/referral-id', { referralId: id });
    const latest = async () => (await listChecks(person.id)).at(-1);
    for (let steps = 0; (await latest())?.nextAt && steps < 50; steps++) await takeNextStep(person);
    const check = await latest();
    expect(check).toMatchObject({ state: 'given_up', nextAt: null });
    expect(test.time.clock.now() - (check?.startedAt.getTime() ?? 0)).toBeLessThanOrEqual(hourMs);
  });
});

describe('the balance check', () => {
  const aTrader = () => test.person({ referralId: id, balance: 5, balanceCheckedAt: new Date(startsAt) });

  it('verifies a sufficient balance at once', async () => {
    const person = await aTrader();
    const answer = await person.post('/api/trader/check');
    expect(answer.json()).toMatchObject({
      check: { kind: 'balance', state: 'verified', nextAt: null, answeredAt: now() },
      isBalanceValid: true,
      user: { balance: 124.5, balanceCheckedAt: now() },
    });
    expect((await person.get('/python_api/signal')).statusCode).toBe(200);
  });

  it('continues with too low a balance until the money arrives', async () => {
    test.fake.change = balance('9.99');
    const person = await aTrader();
    const low = (await person.post('/api/trader/check')).json();
    expect(low).toMatchObject({ check: { state: 'below_minimum', attempts: 1 }, isBalanceValid: false });
    expect(Date.parse(low.check.nextAt)).toBeGreaterThan(test.time.clock.now());
    test.fake.change = balance('10.00');
    await takeNextStep(person);
    expect((await person.get('/api/trader/check')).json()).toMatchObject({
      check: { state: 'verified' },
      isBalanceValid: true,
    });
    expect((await getHistory(person.id)).map((row) => row.balance)).toEqual([10, 9.99]);
    expect(test.published.map(({ data }) => (data as { balance: number }).balance)).toEqual([9.99, 10]);
  });

  it('is given up for the next one, and with the id', async () => {
    test.fake.change = balance('9.99');
    const person = await aTrader();
    for (const _time of [1, 2]) {
      await person.post('/api/trader/check');
      test.time.advance(60_000);
    }
    const release = { adminId: person.id, userId: person.id, reason: 'It was opened elsewhere.' };
    await releaseTrader(test.ctx, release);
    const checks = (await listChecks(person.id)).map(({ state, nextAt }) => [state, nextAt]);
    expect(checks).toEqual([
      ['given_up', null],
      ['given_up', null],
    ]);
  });

  it('is rejected without an id and after ten requests an hour', async () => {
    const nobody = await test.person();
    expect((await nobody.post('/api/trader/check')).json().code).toBe('referral_required');
    const person = await aTrader();
    for (let n = 0; n < 10; n++) expect((await person.post('/api/trader/check')).statusCode).toBe(200);
    const answer = await person.post('/api/trader/check');
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('GET /api/trader/info', () => {
  it('returns the caller’s own trader with its balance', async () => {
    const person = await test.person({ referralId: id });
    expect((await person.get(`/api/trader/info/${id}`)).json()).toEqual({
      id,
      found: true,
      confirmed: true,
      balance: 124.5,
      currency: 'USD',
      isBalanceValid: true,
      isVip: false,
      minBalance: 10,
      vipBalance: 1000,
      checkedAt: now(),
    });
  });

  it('refreshes on request, with 503 when the broker is unavailable; otherwise returns the last known balance', async () => {
    const person = await test.person({ referralId: id });
    await person.get(`/api/trader/info/${id}`);
    const checkedAt = now();
    test.time.advance(600_000);
    test.fake.mode = '500';
    const refreshed = await person.get(`/api/trader/info/${id}?refresh=1`);
    expect([refreshed.statusCode, refreshed.json().code, refreshed.headers['retry-after']]).toEqual([
      503,
      'broker_unavailable',
      '10',
    ]);
    expect((await person.get(`/api/trader/info/${id}`)).json()).toMatchObject({ balance: 124.5, checkedAt });
  });
});

it('does not overwrite a newer answer with an older late one', async () => {
  const person = await test.person({ referralId: id });
  await person.get(`/api/trader/info/${id}`);
  const late = await test.broker.findTrader(id);
  test.time.advance(60_000);
  test.fake.change = { self_excluded: true, balance: '70', sum_bonuses: 0 };
  await person.get(`/api/trader/info/${id}?refresh=1`);
  const newer = await person.row();
  if (!late) throw new Error('no answer');
  await saveAnswer(test.ctx, person.id, late);
  expect(await person.row()).toEqual(newer);
  expect(newer).toMatchObject({ isSelfExcluded: true, balance: 70 });
});

it('GET /api/trader/links returns the addresses for registration and top-up', async () => {
  const person = await test.person();
  expect((await person.get('/api/trader/links')).json()).toEqual({
    kind: 'pocket',
    broker: 'Pocket',
    ownership: 'by_link',
    register: expect.stringMatching(/^https:\/\/b\.example\/r\?click_id=[\w-]{48}$/),
    deposit: 'https://b.example/',
  });
});

it('retries after 5, 10, 20, 40 s, 1, 2 and then every 5 minutes, for an hour', () => {
  const requested: number[] = [];
  for (let at: number | null = 0, attempts = 0; at !== null; attempts++) {
    requested.push(at / 1000);
    at = nextCheckAt({ startedAt: 0, attempts, atLeastMs: 0, lastsMs: hourMs }, at);
  }
  expect(requested.slice(0, 9)).toEqual([0, 5, 15, 35, 75, 135, 255, 555, 855]);
  expect([requested.at(-1), requested.length]).toEqual([3555, 18]);
});

it('honours the retry delay requested by the broker', () => {
  expect(nextCheckAt({ startedAt: 0, attempts: 0, atLeastMs: 90_000, lastsMs: hourMs }, 1_000)).toBe(91_000);
  expect(nextCheckAt({ startedAt: 0, attempts: 0, atLeastMs: 4_000_000, lastsMs: hourMs }, 1_000)).toBeNull();
});
