import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '#server/database/schema.ts';
import { createFakeAuthenticator, type FakeAuthenticator } from '#tests/support/browser/fake-authenticator.ts';
import {
  type Answer,
  createTestAccounts,
  mailedLink,
  password,
  type Registered,
  register,
  solved,
  type TestAccounts,
} from '#tests/support/test-accounts.ts';

const admins = Array.from({ length: 20 }, (_, n) => `admin-${n}@kurs.example`);
let product: TestAccounts;
let me: Registered;
let passkey: FakeAuthenticator;

beforeAll(async () => {
  product = await createTestAccounts({ adminEmails: admins, adminsNeedFactor: true });
});
afterAll(() => product.close());
beforeEach(async () => {
  product.clock.advance(24 * 60 * 60_000);
  await becomeSomebody();
});

/** A new account whose password was proven by its activation, with a device of its own. */
async function becomeSomebody(form = {}): Promise<void> {
  me = await register(product, form);
  await product.post(`/api/auth/activate/${mailedLink(product, 'activation', me.email)}`, {}, token());
  passkey = createFakeAuthenticator();
}

const token = () => ({ token: me.accessToken });
const post = (path: string, body?: object, call = token()) => product.post(`/api/second-factor${path}`, body, call);
const remove = (path: string, call = token()) => product.delete(`/api/second-factor${path}`, call);
const state = async (call = token()) => (await product.get('/api/second-factor', call)).json();
const getErrorCode = (answer: Answer): unknown[] =>
  answer.statusCode < 300 ? [answer.statusCode] : [answer.statusCode, answer.json().code];
const getChallenge = async (path: string, call = token()): Promise<string> =>
  (await post(path, {}, call)).json().challenge;

const addPasskey = async (changes = {}) =>
  post('/passkeys', passkey.create(await getChallenge('/passkeys/options'), changes));
const signIn = async () => (await product.post('/api/login', { email: me.email, password })).json();
const confirmWithPasskey = async (call: { token: string }, changes = {}) =>
  post('/confirm', passkey.get(await getChallenge('/confirm/options', call), changes), call);

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
    await addPasskey();
    const { accessToken, secondFactor } = await signIn();
    expect(secondFactor).toBe('waiting');
    const waiting = { token: accessToken };
    for (const path of ['/api/sessions', '/api/user/export', '/api/keys'])
      expect(getErrorCode(await product.get(path, waiting))).toEqual([403, 'second_factor_required']);
    expect(getErrorCode(await post('/passkeys/options', {}, waiting))).toEqual([403, 'second_factor_required']);
    expect(await state(waiting)).toMatchObject({ state: 'waiting', passkeys: [{ lastUsedAt: null }] });

    expect(getErrorCode(await confirmWithPasskey(waiting))).toEqual([204]);
    expect(getErrorCode(await product.get('/api/sessions', waiting))).toEqual([200]);
    expect(await state(waiting)).toMatchObject({ state: 'passed', recoveryCodesLeft: 10 });
    expect(getErrorCode(await product.post('/api/logout', {}, waiting))).toEqual([204]);
  });

  it('the password again is no second factor', async () => {
    await addPasskey();
    const { accessToken } = await signIn();
    expect(getErrorCode(await post('/confirm', { by: 'password', password }, { token: accessToken }))).toEqual([204]);
    expect(getErrorCode(await product.get('/api/sessions', { token: accessToken }))).toEqual([
      403,
      'second_factor_required',
    ]);
  });

  it('a password that was reset by mail leaves the second factor', async () => {
    await addPasskey();
    await product.post('/api/forgot-password', { email: me.email, lang: 'en', captcha: solved });
    const link = mailedLink(product, 'reset', me.email);
    await product.post(`/api/reset-password/${link}`, { newPassword: 'Another-one-2' });
    const answer = await product.post('/api/login', { email: me.email, password: 'Another-one-2' });
    expect(answer.json().secondFactor).toBe('waiting');
  });

  it('a stranger who registered an address sets none up to lock its owner out', async () => {
    me = await register(product);
    for (const path of ['/passkeys/options', '/totp'])
      expect(getErrorCode(await post(path, {}))).toEqual([409, 'password_not_proven']);
  });

  it('sessions that were open before the factor have to pass it too', async () => {
    const other = await signIn();
    await addPasskey();
    expect(getErrorCode(await product.get('/api/sessions', { token: other.accessToken }))).toEqual([
      403,
      'second_factor_required',
    ]);
    expect(getErrorCode(await product.get('/api/sessions', token()))).toEqual([200]);
  });
});

describe('A76: a passkey', () => {
  it('answers one challenge, once, within five minutes', async () => {
    await addPasskey();
    const answered = passkey.get(await getChallenge('/confirm/options'));
    expect(getErrorCode(await post('/confirm', answered))).toEqual([204]);
    expect(getErrorCode(await post('/confirm', answered))).toEqual([403, 'second_factor_failed']);
    const expired = passkey.get(await getChallenge('/confirm/options'));
    product.clock.advance(5 * 60_000);
    expect(getErrorCode(await post('/confirm', expired))).toEqual([403, 'second_factor_failed']);
    expect(getErrorCode(await post('/confirm', passkey.get('bm8gY2hhbGxlbmdl')))).toEqual([
      403,
      'second_factor_failed',
    ]);
  });

  it('of a page elsewhere, without its user or with a counter that went back proves nothing', async () => {
    await addPasskey();
    expect(getErrorCode(await confirmWithPasskey(token(), { signCount: 9 }))).toEqual([204]);
    for (const changes of [{ origin: 'https://kurs.example.net' }, { isUserVerified: false }, { signCount: 9 }])
      expect(getErrorCode(await confirmWithPasskey(token(), { signCount: 10, ...changes }))).toEqual([
        403,
        'second_factor_failed',
      ]);
    expect(getErrorCode(await confirmWithPasskey(token(), { signCount: 10 }))).toEqual([204]);
  });

  it('is not added by a page elsewhere or without its user', async () => {
    for (const changes of [{ origin: 'https://kurs.example.net' }, { isUserVerified: false }])
      expect(getErrorCode(await addPasskey(changes))).toEqual([403, 'second_factor_failed']);
    expect((await state()).passkeys).toEqual([]);
  });

  it('of another account proves nothing here', async () => {
    await addPasskey();
    const first = passkey;
    await becomeSomebody();
    await addPasskey();
    passkey = first;
    expect(getErrorCode(await confirmWithPasskey(token()))).toEqual([403, 'second_factor_failed']);
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
    expect(getErrorCode(await post('/confirm', { by: 'recovery', code: 'x' }, waiting))).toEqual([429, 'rate_limited']);
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

  it('the factors are changed only after the password, a passkey or a code', async () => {
    await addPasskey();
    const { id } = (await state()).passkeys[0];
    later();
    await refresh();
    later();
    const refused = [403, 'confirmation_required'];
    for (const path of ['/passkeys/options', '/totp', '/recovery-codes'])
      expect(getErrorCode(await post(path, {}))).toEqual(refused);
    expect(getErrorCode(await remove(`/passkeys/${id}`))).toEqual(refused);

    expect(getErrorCode(await post('/confirm', { by: 'password', password: 'Wrong-one-1' }))).toEqual([
      403,
      'wrong_password',
    ]);
    expect(getErrorCode(await remove(`/passkeys/${id}`))).toEqual(refused);
    expect(getErrorCode(await post('/confirm', { by: 'password', password }))).toEqual([204]);
    expect(getErrorCode(await remove(`/passkeys/${id}`))).toEqual([204]);
    expect(await state()).toEqual({ state: 'off', passkeys: [], totp: null, recoveryCodesLeft: 0 });
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

  it('administers nothing before a second factor is set up, and is told the next step', async () => {
    expect((await signIn()).secondFactor).toBe('missing');
    const answer = await product.get('/api/admin/users', token());
    expect(getErrorCode(answer)).toEqual([403, 'second_factor_required']);
    expect(answer.json().message).toContain('Add a passkey');
    expect(getErrorCode(await product.get('/api/sessions', token()))).toEqual([200]);
    await addPasskey();
    expect(getErrorCode(await product.get('/api/admin/users', token()))).toEqual([200]);
    const waiting = { token: (await signIn()).accessToken };
    const again = await product.get('/api/admin/users', waiting);
    expect(getErrorCode(again)).toEqual([403, 'second_factor_required']);
    expect(again.json().message).toContain('confirm with a passkey');
  });

  it('blocks and signs out others only within ten minutes of a confirmation', async () => {
    await addPasskey();
    const other = await register(product);
    const { sessionId } = (await product.accounts.sessions.whoIs(me.accessToken)) ?? {};
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
    expect(getErrorCode(await confirmWithPasskey(token()))).toEqual([204]);
    expect(getErrorCode(await signOut())).toEqual([204]);
    expect(getErrorCode(await patch(other.id))).toEqual([200]);
  });
});
