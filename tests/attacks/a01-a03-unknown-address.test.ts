import { beforeAll, expect, test } from 'vitest';
import { untilIdle } from '#server/modules/accounts/accounts-context.ts';
import { forgotPassword } from '#server/modules/accounts/sign-in/reset-password.ts';
import { createTestAccounts, password, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
let known: string;
beforeAll(async () => {
  known = (await register(product)).email;
});

const unknown = 'nobody@kurs.example';

/** The work of a call: the database statements and the hashed passwords. */
async function measureWork(call: () => Promise<unknown>): Promise<{ statements: string[]; hashings: number }> {
  const [from, hashings] = [product.statements.length, product.hashings()];
  await call();
  return { statements: product.statements.slice(from), hashings: product.hashings() - hashings };
}

test('A1: a login with an unknown address and one with a wrong password get the same answer', async () => {
  const [wrong, nobody] = await Promise.all(
    [known, unknown].map((email) => product.post('/api/login', { email, password: 'Wrong-one-1' })),
  );
  const { requestId: _, ...published } = wrong?.json() ?? {};
  expect([wrong?.statusCode, published.code]).toEqual([401, 'invalid_credentials']);
  expect(nobody?.statusCode).toBe(401);
  expect(nobody?.json()).toMatchObject(published);
  const names = (headers = {}) => Object.keys(headers).sort();
  expect(names(nobody?.headers)).toEqual(names(wrong?.headers));
});

test('A1: both cost the same work, so that timing reveals nothing: the bench row `account-times` has the figures', async () => {
  const logIn = (email: string) => () => product.post('/api/login', { email, password: 'Wrong-one-2' });
  const wrong = await measureWork(logIn(known));
  expect(wrong.hashings).toBe(1);
  expect(wrong.statements.length).toBeGreaterThan(2);
  expect(await measureWork(logIn(unknown))).toEqual(wrong);
});

test('A1: both require the robot check after three failures', async () => {
  for (const email of [known, unknown]) {
    await product.post('/api/login', { email, password: 'Wrong-one-3' });
    const answer = await product.post('/api/login', { email, password: 'Wrong-one-4' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'captcha_required']);
  }
});

test('A3: forgot-password answers an unknown address like any other, after the same work, and sends no mail', async () => {
  const forgot = (email: string) => product.post('/api/forgot-password', { email, lang: 'en', captcha: solved });
  product.mails.length = 0;
  const [nobody, somebody] = [await forgot(unknown), await forgot(known)];
  expect([nobody.statusCode, nobody.json()]).toEqual([somebody.statusCode, somebody.json()]);
  expect(nobody.statusCode).toBe(202);
  expect(product.mails.map(({ to }) => to)).toEqual([known]);
  // The use case ends with the answer; deferred work has not started by then.
  const work = (email: string) =>
    measureWork(() => forgotPassword(product.accounts, { email, lang: 'en', captcha: solved }, '192.0.2.1'));
  const known2 = await work(known);
  await untilIdle(product.accounts);
  expect(await work(unknown)).toEqual(known2);
  expect(known2.statements.join()).not.toContain('"users"');
});

test('A3: the rate limit of an account reveals nothing either', async () => {
  const { email } = await register(product, { password });
  for (const address of [email, 'nobody-else@kurs.example']) {
    const answers = [];
    for (let i = 0; i < 4; i++) {
      const call = { remoteAddress: `192.0.2.${10 + i}` };
      answers.push(await product.post('/api/forgot-password', { email: address, lang: 'en', captcha: solved }, call));
    }
    expect(answers.map((answer) => answer.statusCode)).toEqual([202, 202, 202, 202]);
  }
  expect(product.mails.filter(({ kind, to }) => kind === 'reset' && to === email)).toHaveLength(3);
});
