import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from './sessions/sessions.ts';
import { users } from '#server/database/schema.ts';
import { createTestAccounts, getRefreshToken, mailedLink, password, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(() => createTestAccounts({ adminEmails: ['admin@kurs.example'] }));
beforeEach(() => {
  product.mails.length = 0;
  // Rate limits of one test expire before the next.
  product.clock.advance(hourMs);
});

const getUser = async (id: string) => (await product.database.db.select().from(users).where(eq(users.id, id)))[0];

describe('registration', () => {
  it('signs in, stores the form and mails a link of this product', async () => {
    const form = { email: ' New@Kurs.Example ', campaign: 'spring', acceptedTerms: true };
    const answer = await product.post('/api/registration', { ...form, password, lang: 'ru', captcha: solved });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      accessToken: expect.any(String),
      user: { email: 'new@kurs.example', lang: 'ru', campaign: 'spring', isActivated: false, roles: ['user'] },
    });
    expect(getRefreshToken(answer)).toMatch(/^[\w-]{43}$/);
    const now = new Date(product.clock.now());
    expect(await getUser(answer.json().user.id)).toMatchObject({ acceptedTermsAt: now, createdAt: now });
    expect(product.mails).toEqual([
      {
        kind: 'activation',
        userId: answer.json().user.id,
        to: 'new@kurs.example',
        lang: 'ru',
        link: expect.stringMatching(/^http:\/\/localhost:3000\/api\/auth\/activate\/[\w-]{43}$/),
      },
    ]);
  });

  it('grants the administrator role to an address named by the operator once it is proven', async () => {
    const form = { email: 'admin@kurs.example', password, lang: 'en', captcha: solved };
    const { accessToken: token, user } = (await product.post('/api/registration', form)).json();
    expect(user.roles).toEqual(['user']);
    await product.post(
      `/api/auth/activate/${mailedLink(product, 'activation', form.email)}`,
      { mine: true },
      { token },
    );
    const { email } = form;
    expect((await product.post('/api/login', { email, password })).json().user.roles).toEqual(['user', 'admin']);
  });

  it('grants nothing when an address is corrected to that of an administrator', async () => {
    const named = await createTestAccounts({ adminEmails: ['chief@kurs.example'] });
    const { accessToken: token } = await register(named);
    const form = { email: 'chief@kurs.example', lang: 'en', captcha: solved };
    expect((await named.post('/api/change-email', form, { token })).json().user.roles).toEqual(['user']);
    await named.close();
  });

  it.each([
    ['en', 'The password must contain at least 8 characters'],
    ['uk', 'Пароль має містити щонайменше 8 символів'],
    ['ru', 'Пароль должен содержать не менее 8 символов'],
  ])('reports a weak password at its field, in the language of the form (%s)', async (lang, words) => {
    const form = { email: 'weak@kurs.example', password: 'password', lang, captcha: solved };
    const answer = await product.post('/api/registration', form);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'password', message: expect.stringContaining(words) }],
    });
  });

  it('takes an address at an international domain, in letters or in Punycode, for one account', async () => {
    const form = { email: 'Olena@ПОШТА.укр', password, lang: 'uk', captcha: solved };
    const answer = await product.post('/api/registration', form);
    expect([answer.statusCode, answer.json().user.email]).toEqual([201, 'olena@пошта.укр']);
    mailedLink(product, 'activation', 'olena@пошта.укр');
    const again = { ...form, email: 'olena@xn--80a1acn3a.xn--j1amh' };
    expect((await product.post('/api/registration', again)).json().code).toBe('email_taken');
    const login = await product.post('/api/login', { email: again.email, password });
    expect([login.statusCode, login.json().user.email]).toEqual([200, 'olena@пошта.укр']);
  });

  it('creates one account from twenty concurrent requests for one address', async () => {
    const form = { email: 'many@kurs.example', password, lang: 'en', captcha: solved };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => product.post('/api/registration', form, { remoteAddress: `192.0.2.${i}` })),
    );
    const statuses = answers.map((answer) => answer.statusCode).sort((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const stored = await product.database.db.select().from(users).where(eq(users.email, form.email));
    expect(stored).toHaveLength(1);
  });

  it('is limited to ten failures an hour per address', async () => {
    const call = { remoteAddress: '192.0.2.200' };
    const robot = { email: 'robot@kurs.example', password, lang: 'en' };
    for (let i = 0; i < 10; i++) await product.post('/api/registration', robot, call);
    const form = { email: 'eleventh@kurs.example', password, lang: 'en', captcha: solved };
    const refused = await product.post('/api/registration', form, call);
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '3600',
    ]);
    product.clock.advance(hourMs);
    expect((await product.post('/api/registration', form, call)).statusCode).toBe(201);
  });
});

describe('activation', () => {
  it('works for a day, also once a newer mail was sent', async () => {
    const { email, accessToken, id } = await register(product);
    const older = mailedLink(product, 'activation', email);
    product.clock.advance(minuteMs);
    expect((await product.post('/api/resend-activation', { lang: 'uk' }, { token: accessToken })).statusCode).toBe(202);
    const newer = mailedLink(product, 'activation', email);
    product.clock.advance(24 * hourMs - minuteMs);
    expect((await product.post(`/api/auth/activate/${older}`, { mine: true })).json().code).toBe('link_invalid');
    expect((await getUser(id))?.isActivated).toBe(false);
    product.clock.advance(-1);
    for (const link of [older, newer])
      expect((await product.post(`/api/auth/activate/${link}`, { mine: true })).json()).toEqual({ activated: true });
  });

  it('of a corrected address requires the link sent to that address', async () => {
    const { email, id, accessToken: token } = await register(product, { email: 'tpyo@kurs.example' });
    const older = mailedLink(product, 'activation', email);
    const form = { email: 'typo@kurs.example', lang: 'en', captcha: solved };
    const changed = await product.post('/api/change-email', form, { token });
    expect([changed.statusCode, changed.json().user.email]).toEqual([200, 'typo@kurs.example']);
    expect((await product.post(`/api/auth/activate/${older}`, { mine: true })).json().code).toBe('link_invalid');
    const link = mailedLink(product, 'activation', 'typo@kurs.example');
    expect((await product.post(`/api/auth/activate/${link}`, { mine: true })).statusCode).toBe(200);
    expect(await getUser(id)).toMatchObject({ email: 'typo@kurs.example', isActivated: true });
    const late = await product.post('/api/change-email', { ...form, email: 'else@kurs.example' }, { token });
    expect([late.statusCode, late.json().code]).toEqual([409, 'already_activated']);
  });

  it('is impossible for an address of another user', async () => {
    const owner = await register(product);
    const { id, email, accessToken: token } = await register(product);
    product.mails.length = 0;
    const form = { email: owner.email, lang: 'en', captcha: solved };
    const refused = await product.post('/api/change-email', form, { token });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'email_taken']);
    expect((await getUser(id))?.email).toBe(email);
    expect(product.mails).toMatchObject([{ kind: 'account_exists', to: owner.email }]);
  });
});

describe('a forgotten password', () => {
  const forgot = (email: string, lang = 'en') => product.post('/api/forgot-password', { email, lang, captcha: solved });

  it('must be replaced by a valid one, and a rejected one leaves the link usable', async () => {
    const { email } = await register(product);
    await forgot(email);
    const link = mailedLink(product, 'reset', email);
    const weak = await product.post(`/api/reset-password/${link}`, { newPassword: 'weak' });
    expect(weak.json()).toMatchObject({ code: 'validation_failed', details: [{ field: 'newPassword' }] });
    expect((await product.post(`/api/reset-password/${link}`, { newPassword: 'Strong-one-3' })).statusCode).toBe(204);
  });

  it('is not replaced for a blocked account', async () => {
    const { email, id } = await register(product);
    await product.database.db.update(users).set({ isBlocked: true }).where(eq(users.id, id));
    product.mails.length = 0;
    expect((await forgot(email)).statusCode).toBe(202);
    expect(product.mails).toEqual([]);
  });
});

describe('login sessions', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('are listed with their device and ended one by one or all others at once', async () => {
    const { email, accessToken: token } = await register(product);
    const elsewhere = async () => {
      const answer = await product.post('/api/login', { email, password }, { headers: { 'user-agent': firefox } });
      return answer.json().accessToken as string;
    };
    const [second, third] = [await elsewhere(), await elsewhere()];
    const list = async () => (await product.get('/api/sessions', { token })).json().items;
    expect(await list()).toHaveLength(3);
    const other = (await list()).find((session: { isCurrent: boolean }) => !session.isCurrent);
    expect(other).toMatchObject({ browser: 'Firefox', system: 'Windows' });
    expect((await product.delete(`/api/sessions/${other.id}`, { token })).statusCode).toBe(204);
    expect((await product.delete(`/api/sessions/${other.id}`, { token })).statusCode).toBe(404);
    expect((await product.delete('/api/sessions', { token })).statusCode).toBe(204);
    for (const ended of [second, third]) {
      expect((await product.get('/api/sessions', { token: ended })).statusCode).toBe(401);
    }
    expect(await list()).toMatchObject([{ isCurrent: true }]);
  });

  it('of another user look like unknown ones', async () => {
    const [mine, theirs] = [await register(product), await register(product)];
    const [session] = (await product.get('/api/sessions', { token: theirs.accessToken })).json().items;
    const answer = await product.delete(`/api/sessions/${session.id}`, { token: mine.accessToken });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect((await product.get('/api/sessions', { token: theirs.accessToken })).statusCode).toBe(200);
  });

  it('do not start with a password that was replaced meanwhile', async () => {
    const { id } = await register(product);
    const before = await getUser(id);
    if (!before) throw new Error('the user was not stored');
    await product.database.db.update(users).set({ passwordHash: 'replaced' }).where(eq(users.id, id));
    await expect(startSession(product.accounts, before)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('do not start for a blocked account, and only a caller with the password gets the reason', async () => {
    const { email, id } = await register(product);
    await product.database.db.update(users).set({ isBlocked: true }).where(eq(users.id, id));
    expect((await product.post('/api/login', { email, password })).json().code).toBe('account_blocked');
    expect((await product.post('/api/login', { email, password: 'Wrong-one-1' })).json().code).toBe(
      'invalid_credentials',
    );
  });
});

describe('the robot check', () => {
  it('reports its kind and issues challenges sixty times a minute', async () => {
    expect((await product.get('/api/captcha')).json()).toEqual({ kind: 'altcha', siteKey: null });
    const call = { remoteAddress: '192.0.2.77' };
    for (let i = 0; i < 60; i++) expect((await product.get('/api/captcha/challenge', call)).statusCode).toBe(200);
    expect((await product.get('/api/captcha/challenge', call)).statusCode).toBe(429);
    expect((await product.get('/api/captcha/challenge', { remoteAddress: '192.0.2.78' })).statusCode).toBe(200);
  });
});
