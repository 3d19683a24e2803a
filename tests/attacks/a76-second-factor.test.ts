import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { whoIs } from '#server/modules/accounts/sessions/sessions.ts';
import { sessions } from '#server/database/schema.ts';
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

const admins = Array.from({ length: 20 }, (_, n) => `admin-${n}@kurs.example`);
const product = sharedByTests(() => createTestAccounts({ adminEmails: admins, adminsNeedFactor: true }));
let me: Registered;

beforeEach(async () => {
  product.clock.advance(24 * 60 * 60_000);
  await becomeSomebody();
});

/** A new account whose password was proven by its activation. */
async function becomeSomebody(form = {}): Promise<void> {
  me = await register(product, form);
  await product.post(`/api/auth/activate/${mailedLink(product, 'activation', me.email)}`, { mine: true }, token());
}

const token = () => ({ token: me.accessToken });
const post = (path: string, body?: object, call = token()) => product.post(`/api/second-factor${path}`, body, call);
const remove = (path: string, call = token()) => product.delete(`/api/second-factor${path}`, call);
const state = async (call = token()) => (await product.get('/api/second-factor', call)).json();
const getErrorCode = (answer: Answer): unknown[] =>
  answer.statusCode < 300 ? [answer.statusCode] : [answer.statusCode, answer.json().code];
const signIn = async () => (await product.post('/api/login', { email: me.email, password })).json();
const confirmBy = (app: TOTP, call: { token: string }) => post('/confirm', { by: 'totp', code: codeNow(app) }, call);

/** An authenticator app with the account's secret. */
async function addTotp(): Promise<{ app: TOTP; recoveryCodes: string[] }> {
  const { secret } = (await post('/totp', {})).json();
  const app = new TOTP({ secret });
  const { recoveryCodes } = (await post('/totp/code', { code: codeNow(app) })).json();
  product.clock.advance(30_000);
  return { app, recoveryCodes };
}
const codeNow = (app: TOTP): string => app.generate({ timestamp: product.clock.now() });

describe('A76: after the password', () => {
  it('a login session of an enrolled account opens only the second factor, refreshing and signing out', async () => {
    const { app } = await addTotp();
    const { accessToken, secondFactor } = await signIn();
    expect(secondFactor).toBe('waiting');
    const waiting = { token: accessToken };
    for (const path of ['/api/sessions', '/api/user/export'])
      expect(getErrorCode(await product.get(path, waiting))).toEqual([403, 'second_factor_required']);
    expect(getErrorCode(await post('/totp', {}, waiting))).toEqual([403, 'second_factor_required']);
    expect(await state(waiting)).toMatchObject({ state: 'waiting', recoveryCodesLeft: 10 });

    expect(getErrorCode(await confirmBy(app, waiting))).toEqual([204]);
    expect(getErrorCode(await product.get('/api/sessions', waiting))).toEqual([200]);
    expect(await state(waiting)).toMatchObject({ state: 'passed', recoveryCodesLeft: 10 });
    expect(getErrorCode(await product.post('/api/logout', {}, waiting))).toEqual([204]);
  });

  it('the password again is no second factor', async () => {
    await addTotp();
    const { accessToken } = await signIn();
    expect(getErrorCode(await post('/confirm', { by: 'password', password }, { token: accessToken }))).toEqual([204]);
    expect(getErrorCode(await product.get('/api/sessions', { token: accessToken }))).toEqual([
      403,
      'second_factor_required',
    ]);
  });

  it('a password that was reset by mail leaves the second factor', async () => {
    await addTotp();
    await product.post('/api/forgot-password', { email: me.email, lang: 'en', captcha: solved });
    const link = mailedLink(product, 'reset', me.email);
    await product.post(`/api/reset-password/${link}`, { newPassword: 'Another-one-2' });
    const answer = await product.post('/api/login', { email: me.email, password: 'Another-one-2' });
    expect(answer.json().secondFactor).toBe('waiting');
  });

  it('a stranger who registered an address sets none up to lock its owner out', async () => {
    me = await register(product);
    expect(getErrorCode(await post('/totp', {}))).toEqual([409, 'password_not_proven']);
  });

  it('sessions that were open before the factor have to pass it too', async () => {
    const other = await signIn();
    await addTotp();
    expect(getErrorCode(await product.get('/api/sessions', { token: other.accessToken }))).toEqual([
      403,
      'second_factor_required',
    ]);
    expect(getErrorCode(await product.get('/api/sessions', token()))).toEqual([200]);
  });
});

describe('A76: codes', () => {
  it('of an authenticator app are accepted once, and no older one after a newer', async () => {
    const { app } = await addTotp();
    const waiting = { token: (await signIn()).accessToken };
    const older = app.generate({ timestamp: product.clock.now() - 30_000 });
    const code = codeNow(app);
    expect(getErrorCode(await post('/confirm', { by: 'totp', code }, waiting))).toEqual([204]);
    const again = { token: (await signIn()).accessToken };
    for (const spent of [code, older])
      expect(getErrorCode(await post('/confirm', { by: 'totp', code: spent }, again))).toEqual([
        403,
        'second_factor_failed',
      ]);
  });

  it('of an app that no code has confirmed are no factor', async () => {
    const { secret } = (await post('/totp', {})).json();
    const code = codeNow(new TOTP({ secret }));
    expect(getErrorCode(await post('/confirm', { by: 'totp', code }))).toEqual([403, 'second_factor_failed']);
    expect(await signIn()).not.toHaveProperty('secondFactor');
  });

  it('cannot be guessed: five tries in a quarter of an hour', async () => {
    await addTotp();
    const waiting = { token: (await signIn()).accessToken };
    for (let tries = 0; tries < 5; tries++)
      expect(getErrorCode(await post('/confirm', { by: 'totp', code: '000000' }, waiting))).toEqual([
        403,
        'second_factor_failed',
      ]);
    expect(getErrorCode(await post('/confirm', { by: 'totp', code: '000000' }, waiting))).toEqual([
      429,
      'rate_limited',
    ]);
  });

  it('for recovery are ten, each opens once, and new ones replace them', async () => {
    const { recoveryCodes } = await addTotp();
    expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10]);
    const code = recoveryCodes[3]?.toUpperCase().replaceAll('-', ' ') ?? '';
    const waiting = { token: (await signIn()).accessToken };
    expect(getErrorCode(await post('/confirm', { by: 'recovery', code }, waiting))).toEqual([204]);
    expect(getErrorCode(await post('/confirm', { by: 'recovery', code }, waiting))).toEqual([
      403,
      'second_factor_failed',
    ]);
    expect((await state()).recoveryCodesLeft).toBe(9);
    const renewed = (await post('/recovery-codes', {})).json();
    expect(renewed.recoveryCodes.length).toBe(10);
    const old = { by: 'recovery', code: recoveryCodes[4] };
    expect(getErrorCode(await post('/confirm', old, waiting))).toEqual([403, 'second_factor_failed']);
  });

  it('are stored sealed or as hashes', async () => {
    const { secret } = (await post('/totp', {})).json();
    const { rows } = await product.database.db.execute<{ text: string }>('select t::text as text from totp_secrets t');
    expect(rows.map(({ text }) => text).join(' ')).not.toContain(secret);
  });
});

describe('A76: ten minutes after signing in', () => {
  const later = () => product.clock.advance(9 * 60_000);
  /** Access tokens end at the same time, so the session is used by a new one. */
  const refresh = async () => {
    const answer = await product.get('/api/refresh', { cookie: me.refreshToken });
    me = { ...me, accessToken: answer.json().accessToken };
  };

  it('the factors are changed only after the password or a code', async () => {
    await addTotp();
    later();
    await refresh();
    later();
    const refused = [403, 'confirmation_required'];
    for (const path of ['/totp', '/recovery-codes']) expect(getErrorCode(await post(path, {}))).toEqual(refused);
    expect(getErrorCode(await remove('/totp'))).toEqual(refused);

    expect(getErrorCode(await post('/confirm', { by: 'password', password: 'Wrong-one-1' }))).toEqual([
      403,
      'wrong_password',
    ]);
    expect(getErrorCode(await remove('/totp'))).toEqual(refused);
    expect(getErrorCode(await post('/confirm', { by: 'password', password }))).toEqual([204]);
    expect(getErrorCode(await remove('/totp'))).toEqual([204]);
    expect(await state()).toEqual({ state: 'off', totp: null, recoveryCodesLeft: 0 });
  });
});

describe('A76: an administrator outside of the demo', () => {
  let place = 0;
  beforeEach(async () => {
    await becomeSomebody({ email: admins[place++] });
  });
  const patch = (id: string) =>
    product.app.inject({
      method: 'PATCH',
      url: `/api/admin/users/${id}`,
      headers: { authorization: `Bearer ${me.accessToken}`, 'accept-language': 'en' },
      payload: { blocked: true, reason: 'Mass registrations' },
    });

  it('administers nothing before a second factor is set up, and names the next step', async () => {
    expect((await signIn()).secondFactor).toBe('missing');
    const answer = await product.get('/api/admin/users', token());
    expect(getErrorCode(answer)).toEqual([403, 'second_factor_required']);
    expect(answer.json().message).toContain('Add an authenticator app');
    expect(getErrorCode(await product.get('/api/sessions', token()))).toEqual([200]);
    await addTotp();
    expect(getErrorCode(await product.get('/api/admin/users', token()))).toEqual([200]);
    const waiting = { token: (await signIn()).accessToken };
    const again = await product.get('/api/admin/users', waiting);
    expect(getErrorCode(again)).toEqual([403, 'second_factor_required']);
    expect(again.json().message).toContain('confirm with a code');
  });

  it('blocks and signs out others only within ten minutes of a confirmation', async () => {
    const { app } = await addTotp();
    const other = await register(product);
    const { sessionId } = (await whoIs(product.accounts, me.accessToken)) ?? {};
    const longAgo = new Date(product.clock.now() - 10 * 60_000);
    const tooLate = { createdAt: longAgo, confirmedAt: longAgo };
    await product.database.db
      .update(sessions)
      .set(tooLate)
      .where(eq(sessions.id, sessionId ?? ''));
    expect(getErrorCode(await patch(other.id))).toEqual([403, 'confirmation_required']);
    const signOut = () => product.delete(`/api/admin/users/${other.id}/sessions`, token());
    expect(getErrorCode(await signOut())).toEqual([403, 'confirmation_required']);
    expect(getErrorCode(await product.get('/api/admin/users', token()))).toEqual([200]);
    expect(getErrorCode(await confirmBy(app, token()))).toEqual([204]);
    expect(getErrorCode(await signOut())).toEqual([204]);
    expect(getErrorCode(await patch(other.id))).toEqual([200]);
  });
});
