import { expect, test } from 'vitest';
import { createTestAccounts, password, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);

let offices = 0;
/** An address that nobody has called from, as an office or a mobile carrier has one. */
const anOffice = () => ({ remoteAddress: `192.0.2.${++offices}` });

const times = <T>(count: number, one: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i));

test('A74: thirty-five right sign-ins at once on one account from one address need no robot check', async () => {
  const { email } = await register(product);
  const office = anOffice();
  const answers = await Promise.all(times(35, () => product.post('/api/login', { email, password }, office)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(times(35, () => 200));
  const pending = 'select coalesce(sum(pending), 0)::int as pending from attempt_counts';
  expect((await product.database.pool.query(pending)).rows).toEqual([{ pending: 0 }]);
});

test('A74: after thirty failures of an address, a solved check admits its others, up to three hundred', async () => {
  const { email } = await register(product);
  const office = anOffice();
  const fail = (i: number, captcha?: string) =>
    product.post('/api/login', { email: `victim-${i}@kurs.example`, password, captcha }, office);
  const signIn = (captcha?: string) => product.post('/api/login', { email, password, captcha }, office);
  for (let i = 0; i < 30; i++) await fail(i);

  const without = await signIn();
  expect([without.statusCode, without.json().code]).toEqual([429, 'rate_limited']);
  expect(without.json().message).toContain('Confirm that you are not a robot');
  expect((await signIn('forged')).json().code).toBe('captcha_failed');
  expect((await signIn(solved)).statusCode).toBe(200);

  const { attempts } = product.accounts;
  const { remoteAddress } = office;
  const { count } = await attempts.reserve('login', remoteAddress, { max: 300, windowMs: hourMs });
  for (let i = count; i < 300; i++) await attempts.add('login', remoteAddress, hourMs);
  expect((await signIn(solved)).statusCode).toBe(429);
});

test('A74: a dozen accounts are opened at once from one address, a hundred in an hour', async () => {
  const office = anOffice();
  const answers = await Promise.all(times(12, () => register(product, {}, office)));
  expect(answers).toHaveLength(12);
  const { attempts } = product.accounts;
  for (let i = 12; i < 100; i++) await attempts.add('opened-account', office.remoteAddress, hourMs);
  await expect(register(product, {}, office)).rejects.toThrow('rate_limited');
});
