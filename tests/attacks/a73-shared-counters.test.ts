import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#domain/time.ts';
import {
  type Answer,
  createTestAccounts,
  mailedLink,
  password,
  register,
  type Registered,
} from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
let me: Registered;
let app: TOTP;
let recoveryCodes: string[];

/** The owner has passed the second step at home, and an open session there. */
beforeEach(async () => {
  product.clock.advance(dayMs);
  me = await register(product);
  const own = { token: me.accessToken };
  await product.post(`/api/auth/activate/${mailedLink(product, 'activation', me.email)}`, { mine: true }, own);
  const { secret } = (await product.post('/api/second-factor/totp', {}, own)).json();
  app = new TOTP({ secret });
  ({ recoveryCodes } = (await product.post('/api/second-factor/totp/code', { code: codeNow() }, own)).json());
  await pass(await signIn(home), home);
});

const home = '203.0.113.7';
const elsewhere = '203.0.113.99';
const codeNow = (): string => {
  // A code is accepted once.
  product.clock.advance(30_000);
  return app.generate({ timestamp: product.clock.now() });
};
const signIn = async (remoteAddress: string, given = password): Promise<string> => {
  const call = { remoteAddress };
  const answer = await product.post('/api/login', { email: me.email, password: given, captcha: solved }, call);
  return answer.json().accessToken;
};
const confirm = (token: string, body: object, remoteAddress: string): Promise<Answer> =>
  product.post('/api/second-factor/confirm', body, { token, remoteAddress });
const pass = (token: string, remoteAddress: string) => confirm(token, { by: 'totp', code: codeNow() }, remoteAddress);

/** From many addresses, each try in a login session of its own. */
async function guessForADay(): Promise<void> {
  for (let quarter = 0; quarter < 12; quarter += 1) {
    for (let n = 0; n < 6; n += 1) {
      const address = `192.0.2.${n}`;
      await confirm(await signIn(address), { by: 'totp', code: '000000' }, address);
    }
    product.clock.advance(15 * minuteMs);
  }
}

describe('A73: while a stranger who knows the password tries codes of the second step', () => {
  it('the owner gets in by code where they passed before, by a recovery code, and goes on in an open session', async () => {
    const open = await signIn(home);
    expect((await pass(open, home)).statusCode).toBe(204);
    await guessForADay();
    expect((await pass(await signIn(elsewhere), elsewhere)).statusCode).toBe(429);
    expect((await pass(await signIn(home), home)).statusCode).toBe(204);
    const [code] = recoveryCodes;
    expect((await confirm(await signIn(elsewhere), { by: 'recovery', code }, elsewhere)).statusCode).toBe(204);
    // From there on the owner is known there, too.
    expect((await pass(await signIn(elsewhere), elsewhere)).statusCode).toBe(204);
    const again = await product.get('/api/refresh', { cookie: me.refreshToken });
    const { accessToken } = again.json();
    expect((await confirm(accessToken, { by: 'password', password }, elsewhere)).statusCode).toBe(204);
  });

  it('a new password by mail clears the tries, and the next code is admitted anywhere', async () => {
    await guessForADay();
    await product.post('/api/forgot-password', { email: me.email, lang: 'en', captcha: solved });
    const newPassword = 'Another-one-2';
    await product.post(`/api/reset-password/${mailedLink(product, 'reset', me.email)}`, { newPassword });
    expect((await pass(await signIn(elsewhere, newPassword), elsewhere)).statusCode).toBe(204);
  });

  it('a right password or a right code of the owner gives the stranger no further tries', async () => {
    const stranger = await signIn(elsewhere);
    const guess = async () => (await confirm(stranger, { by: 'totp', code: '000000' }, elsewhere)).statusCode;
    for (let tries = 0; tries < 5; tries += 1) expect(await guess()).toBe(403);
    expect((await confirm(stranger, { by: 'password', password }, elsewhere)).statusCode).toBe(204);
    expect((await pass(await signIn(home), home)).statusCode).toBe(204);
    expect(await guess()).toBe(429);
  });
});

describe('A73: a stolen login session', () => {
  it('uses up no tries of the password that its owner has in another one', async () => {
    const stolen = await signIn(elsewhere);
    await pass(stolen, elsewhere);
    const own = await signIn(home);
    await pass(own, home);
    const remove = (token: string, given: string) => product.post('/api/user/delete', { password: given }, { token });
    const move = (token: string, given: string) =>
      product.post('/api/user/email', { email: 'new@kurs.example', password: given, lang: 'en' }, { token });
    for (let tries = 0; tries < 4; tries += 1) await remove(stolen, 'Wrong-one-1');
    expect((await move(stolen, 'Wrong-one-1')).statusCode).toBe(403);
    expect((await move(stolen, 'Wrong-one-1')).statusCode).toBe(429);
    expect((await move(own, password)).statusCode).toBe(202);
    expect((await remove(own, password)).statusCode).toBe(204);
  });
});

describe('A73: a stranger who requests passwords for an address', () => {
  it('fills its mailbox slowly, and leaves the owner at any time with a link that is open', async () => {
    const request = () => product.post('/api/forgot-password', { email: me.email, lang: 'en', captcha: solved });
    const mails = () => product.mails.filter(({ kind, to }) => kind === 'reset' && to === me.email).length;
    for (let n = 0; n < 9; n += 1) await request();
    expect(mails()).toBe(3);
    for (let minute = 0; minute < 40; minute += 1) {
      product.clock.advance(minuteMs);
      expect(
        (
          await product.post(
            '/api/forgot-password',
            { email: me.email, lang: 'en', captcha: solved },
            {
              remoteAddress: `198.51.100.${minute}`,
            },
          )
        ).statusCode,
      ).toBe(202);
    }
    expect(mails()).toBeLessThanOrEqual(3 + Math.ceil(40 / 5));
    product.clock.advance(4 * minuteMs);
    await product.post(
      '/api/forgot-password',
      { email: me.email, lang: 'en', captcha: solved },
      { remoteAddress: home },
    );
    const link = mailedLink(product, 'reset', me.email);
    const reset = await product.post(`/api/reset-password/${link}`, { newPassword: 'Another-one-2' });
    expect(reset.statusCode).toBe(204);
  });
});
