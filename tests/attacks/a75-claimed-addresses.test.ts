import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listAdminLinks } from '#server/modules/accounts/sign-in/admin-links.ts';
import { minuteMs } from '#domain/time.ts';
import { users } from '#server/database/schema.ts';
import {
  createTestAccounts,
  mailedLink,
  password,
  type Registered,
  register,
  type TestAccounts,
} from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

/** A stranger registers an address; its owner reads the mails there. */
const product = sharedByTests(() => createTestAccounts({ adminEmails: ['chief@kurs.example', 'second@kurs.example'] }));

const newPassword = 'Chosen-by-owner-2';
const chromeOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

const readActivation = ({ email }: Registered) => mailedLink(product, 'activation', email);
const read = (link: string) => product.get(`/api/auth/activate/${link}/registration`);
const answer = (link: string, mine: boolean, call: object = {}) =>
  product.post(`/api/auth/activate/${link}`, { mine }, call);
const reset = (link: string) => product.post(`/api/reset-password/${link}`, { newPassword });
const logIn = (email: string, given: string) => product.post('/api/login', { email, password: given });
const getRoles = async (email: string, given: string) => (await logIn(email, given)).json().user.roles;
const findUser = async ({ id }: Registered) =>
  (await product.database.db.select().from(users).where(eq(users.id, id)))[0];
const isSignedIn = async ({ accessToken, refreshToken }: Registered) => [
  (await product.get('/api/sessions', { token: accessToken })).statusCode,
  (await product.get('/api/refresh', { cookie: refreshToken })).statusCode,
];

describe('A75: the link of the activation mail', () => {
  it('names the device and time of the registration, and changes nothing by that', async () => {
    const registeredAt = new Date(product.clock.now()).toISOString();
    const stranger = await register(product, {}, { headers: { 'user-agent': chromeOnWindows } });
    product.clock.advance(minuteMs);
    for (const _ of [1, 2]) {
      const registration = await read(readActivation(stranger));
      const { statusCode, headers } = registration;
      expect([statusCode, headers['cache-control'], registration.json()]).toEqual([
        200,
        'no-store',
        { email: stranger.email, browser: 'Chrome', system: 'Windows', registeredAt, isActivated: false },
      ]);
    }
    expect((await read('guessed')).json().code).toBe('link_invalid');
  });

  it('demands an answer', async () => {
    const stranger = await register(product);
    const silent = await product.post(`/api/auth/activate/${readActivation(stranger)}`, {});
    expect([silent.statusCode, silent.json().code]).toEqual([400, 'validation_failed']);
    expect((await findUser(stranger))?.isActivated).toBe(false);
  });
});

describe('A75: the answer that the reader did not register', () => {
  it('ends what the stranger holds, leaves the account unactivated, and mails a link for a new password', async () => {
    const stranger = await register(product, { email: 'chief@kurs.example' });
    const link = readActivation(stranger);
    product.mails.length = 0;
    for (const _ of [1, 2]) expect((await answer(link, false)).json()).toEqual({ activated: false });
    expect(await isSignedIn(stranger)).toEqual([401, 401]);
    expect((await logIn(stranger.email, password)).json().code).toBe('invalid_credentials');
    expect((await findUser(stranger))?.isActivated).toBe(false);
    expect(product.mails).toMatchObject([{ kind: 'reset', to: stranger.email, lang: 'en' }]);
    for (const refused of [await answer(link, true), await read(link)])
      expect(refused.json().code).toBe('link_invalid');
    expect((await reset(mailedLink(product, 'reset', stranger.email))).statusCode).toBe(204);
    expect(await getRoles(stranger.email, newPassword)).toEqual(['user', 'admin']);
  });

  it('comes too late for an account that is activated, and from an expired link', async () => {
    const [activated, forgotten] = [await register(product), await register(product)];
    const links = [activated, forgotten].map(readActivation);
    await answer(links[0] ?? '', true);
    product.clock.advance(24 * 60 * minuteMs);
    product.mails.length = 0;
    for (const link of links) expect((await answer(link, false)).json().code).toBe('link_invalid');
    for (const one of [activated, forgotten]) expect((await logIn(one.email, password)).statusCode).toBe(200);
    expect(product.mails).toEqual([]);
  });
});

describe('A75: the answer that the reader registered', () => {
  it('signs nobody in, keeps the waiting login session, and succeeds again', async () => {
    const person = await register(product);
    const link = readActivation(person);
    for (const _ of [1, 2]) {
      const confirmed = await answer(link, true);
      expect([confirmed.json(), confirmed.cookies]).toEqual([{ activated: true }, []]);
    }
    expect((await read(link)).json().isActivated).toBe(true);
    const state = await product.get('/api/resend-activation', { token: person.accessToken });
    expect(state.json()).toMatchObject({ email: person.email, isActivated: true, retryAfter: 0 });
    expect((await findUser(person))?.activatedAt).toEqual(new Date(product.clock.now()));
    const resent = await product.post('/api/resend-activation', { lang: 'en' }, { token: person.accessToken });
    expect([resent.statusCode, resent.json().code]).toEqual([409, 'already_activated']);
    expect(await isSignedIn(person)).toEqual([200, 200]);
  });

  it('gives an administrator’s role only with a login session of the account, or a password set by mail', async () => {
    const stranger = await register(product, { email: 'second@kurs.example' });
    await answer(readActivation(stranger), true);
    expect(await getRoles(stranger.email, password)).toEqual(['user']);
    await product.post('/api/forgot-password', { email: stranger.email, lang: 'en', captcha: solved });
    await reset(mailedLink(product, 'reset', stranger.email));
    expect(await getRoles(stranger.email, newPassword)).toEqual(['user', 'admin']);
  });

  it.each(['cookie', 'token'] as const)('proves the password beside a login session (%s)', async (credential) => {
    const person = await register(product);
    const own = credential === 'cookie' ? { cookie: person.refreshToken } : { token: person.accessToken };
    await answer(readActivation(person), true, own);
    expect((await findUser(person))?.passwordProvenAt).toEqual(new Date(product.clock.now()));
  });
});

describe('A75: the link that a start prints for an administrator', () => {
  const getSecret = async (of: TestAccounts, email: string) =>
    (await listAdminLinks(of.accounts)).find((one) => one.email === email)?.link.split('#link=')[1] ?? '';

  it('sets the password of an account that does not exist yet, once', async () => {
    const own = await createTestAccounts({ adminEmails: ['owner@kurs.example'] });
    const secret = await getSecret(own, 'owner@kurs.example');
    const set = () => own.post(`/api/reset-password/${secret}`, { newPassword });
    expect((await set()).statusCode).toBe(204);
    const { user } = (await own.post('/api/login', { email: 'owner@kurs.example', password: newPassword })).json();
    expect(user).toMatchObject({ isActivated: true, roles: ['user', 'admin'] });
    expect([(await set()).json().code, await listAdminLinks(own.accounts)]).toEqual(['link_invalid', []]);
    await own.close();
  });

  it('takes the account of a stranger who registered first, and ends after a day', async () => {
    const own = await createTestAccounts({ adminEmails: ['owner@kurs.example'] });
    const stranger = await register(own, { email: 'Owner@kurs.example' });
    const older = await getSecret(own, 'owner@kurs.example');
    own.clock.advance(24 * 60 * minuteMs);
    const late = await own.post(`/api/reset-password/${older}`, { newPassword });
    expect(late.json().code).toBe('link_invalid');
    const secret = await getSecret(own, 'owner@kurs.example');
    const forged = `${secret.split('-')[0]}-${'A'.repeat(43)}`;
    expect((await own.post(`/api/reset-password/${forged}`, { newPassword })).json().code).toBe('link_invalid');
    expect((await own.post(`/api/reset-password/${secret}`, { newPassword })).statusCode).toBe(204);
    expect((await own.get('/api/refresh', { cookie: stranger.refreshToken })).statusCode).toBe(401);
    const [row] = await own.database.db.select().from(users).where(eq(users.id, stranger.id));
    expect(row).toMatchObject({ isActivated: true, passwordProvenAt: new Date(own.clock.now()) });
    await own.close();
  });
});
