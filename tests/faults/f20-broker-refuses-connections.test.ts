import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestTraders } from '#tests/support/test-traders.ts';
import { dayMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);
beforeEach(async () => {
  test.time.advance(7_200_000);
  await test.fake.goAway();
});
afterEach(() => test.fake.reconnect());

const failTimes = async (times: number): Promise<void> => {
  for (let n = 0; n < times; n++) await test.broker.findTrader(String(n + 1)).catch(() => undefined);
};
const lastQuestion = () => test.broker.findTrader('99').catch((error: Error) => error.message);

it('F20: after five failures in a row the circuit opens, then single probes follow at growing intervals', async () => {
  await failTimes(5);
  expect(test.broker.state()).toBe('down');
  expect(await lastQuestion()).toBe('the circuit breaker is open');
  test.time.advance(5_000);
  expect(await lastQuestion()).toContain('no connection (ECONNREFUSED)');
  test.time.advance(5_000);
  expect(await lastQuestion()).toBe('the circuit breaker is open');
  test.time.advance(5_000);
  expect(await lastQuestion()).toContain('no connection');
  expect(test.log.filter((line) => line.includes('is unavailable')).length).toBe(1);
});

it('F20: it is reported as degraded, not as down: signals continue', async () => {
  await failTimes(5);
  const person = await test.person();
  const ready = await person.get('/api/ready');
  expect([ready.statusCode, ready.json().checks]).toEqual([200, [{ name: 'broker', state: 'degraded' }]]);
});

it('F20: one successful answer closes the circuit', async () => {
  await failTimes(5);
  await test.fake.reconnect();
  test.time.advance(300_000);
  expect((await test.broker.findTrader('100'))?.id).toBe('100');
  expect(test.broker.state()).toBe('ok');
});

it('F20: a verified user keeps access for a day, with the age of the balance shown, and not a moment longer', async () => {
  const checkedAt = new Date(test.time.clock.now());
  const person = await test.person({ referralId: '7000001', balance: 250, balanceCheckedAt: checkedAt });
  test.time.advance(dayMs);
  expect((await person.get('/python_api/signal')).statusCode).toBe(200);
  expect((await person.get('/api/trader/info/7000001')).json()).toMatchObject({
    balance: 250,
    isBalanceValid: true,
    checkedAt: checkedAt.toISOString(),
  });
  test.time.advance(1);
  const answer = await person.get('/python_api/signal');
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'broker_unavailable']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(await person.row()).toMatchObject({ balance: 250, referralId: '7000001' });
  await test.fake.reconnect();
  test.time.advance(600_000);
  expect((await person.get('/python_api/signal')).statusCode).toBe(200);
  expect((await person.row()).balance).toBe(124.5);
});

it('F20: a claim is retried with growing pauses, and succeeds when the broker is back', async () => {
  const person = await test.person();
  const refused = await person.post('/api/referral-id', { referralId: '7000002' });
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'broker_unavailable']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const pauses: number[] = [];
  const check = async () => (await person.get('/api/trader/check')).json().check;
  const step = async () => {
    const { nextAt } = await check();
    pauses.push((Date.parse(nextAt) - test.time.clock.now()) / 1000);
    test.time.advance(Date.parse(nextAt) - test.time.clock.now());
    await test.jobs.runDue();
  };
  for (let n = 0; n < 6; n++) await step();
  expect(pauses).toEqual([5, 10, 20, 40, 60, 120]);
  expect(await check()).toMatchObject({
    kind: 'claim',
    traderId: '7000002',
    state: 'checking',
    attempts: 6,
    answeredAt: null,
  });
  await test.fake.reconnect();
  await step();
  const answeredAt = new Date(test.time.clock.now()).toISOString();
  expect((await person.get('/api/trader/check')).json()).toMatchObject({
    check: { state: 'confirmed', nextAt: null, answeredAt },
    user: { referralId: '7000002', balance: 124.5 },
    isBalanceValid: true,
    isVip: false,
  });
  expect(test.mails).toMatchObject([{ kind: 'id_confirmed', traderId: '7000002', to: (await person.row()).email }]);
});

it('F20: a silent broker is never reported as a low balance', async () => {
  const checkedAt = new Date(test.time.clock.now());
  const person = await test.person({ referralId: '7000009', balance: 5, balanceCheckedAt: checkedAt });
  await failTimes(5);
  const { check, user } = (await person.post('/api/trader/check')).json();
  expect(check).toMatchObject({ kind: 'balance', state: 'checking', answeredAt: null, attempts: 1 });
  expect(user).toMatchObject({ balance: 5, balanceCheckedAt: checkedAt.toISOString() });
  test.time.advance(86_400_001);
  const answer = await person.get('/python_api/signal');
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'broker_unavailable']);
});
