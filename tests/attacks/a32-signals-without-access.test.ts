import { expect, it } from 'vitest';
import { createTestTraders, startsAt } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);

const checked = { referralId: '7000001', balance: 250, balanceCheckedAt: new Date(startsAt) };
const paths = ['/python_api/signal', '/python_api/signal/kurs_ai_v2', '/python_api/signal/vip'];

it.each([
  ['a user with an unconfirmed e-mail', { isActivated: false }, 'email_not_activated', undefined],
  ['a user without a broker id', { referralId: null }, 'referral_required', undefined],
  [
    'whoever limited trading at the broker',
    { referralId: '7000002', isSelfExcluded: true },
    'self_excluded',
    undefined,
  ],
  [
    'a balance below 10',
    { referralId: '7000003', balance: 9.99 },
    'balance_too_low',
    { balance: 9.99, minBalance: 10 },
  ],
] as const)('A32: %s gets no signal, regardless of what the browser claims', async (_title, change, code, details) => {
  const person = await test.person({ ...checked, ...change });
  const before = await person.row();
  for (const path of paths) {
    const answer = await person.get(`${path}?balance=9999`, {
      cookie: 'traderBalance=9999',
      'x-trader-balance': '9999',
    });
    expect([answer.statusCode, answer.json().code, answer.json().details]).toEqual([403, code, details]);
  }
  expect(test.issuedTo).not.toContain(person.id);
  expect(await person.row()).toEqual(before);
});

it('A32: an anonymous caller gets 401', async () => {
  const person = await test.person();
  const answer = await person.get('/python_api/signal', { authorization: 'Bearer 9999' });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
});

it('A32: with everything in order there is a signal', async () => {
  const person = await test.person({ ...checked, referralId: '7000004' });
  expect((await person.get('/python_api/signal')).statusCode).toBe(200);
  expect(test.issuedTo).toContain(person.id);
});

it('A32: a self-exclusion at the broker takes effect minutes later, without a request', async () => {
  const person = await test.person({ ...checked, referralId: '7000005' });
  test.fake.change = { self_excluded: true };
  test.time.advance(300_001);
  const saved = new Promise<void>((resolve) => test.onPublished(() => resolve()));
  expect((await person.get('/python_api/signal')).statusCode).toBe(200);
  await saved;
  expect((await person.get('/python_api/signal')).json().code).toBe('self_excluded');
  expect((await person.row()).isSelfExcluded).toBe(true);
});
