import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { users } from '#server/database/schema.ts';
import {
  createTestAccounts,
  mailedLink,
  password,
  type Registered,
  getRefreshToken,
  register,
  solved,
  type TestAccounts,
} from '#tests/support/test-accounts.ts';

/** A stranger registers an address; its owner reads the mails there. */
let product: TestAccounts;
beforeAll(async () => {
  product = await createTestAccounts({ adminEmails: ['chief@kurs.example', 'second@kurs.example'] });
});
afterAll(() => product.close());

const browser = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
const newPassword = 'Chosen-by-owner-2';

const open = (link: string, call: object = { headers: browser }) =>
  product.post(`/api/auth/activate/${link}`, undefined, call);
const readActivation = ({ email }: Registered) => mailedLink(product, 'activation', email);
const reset = (link: string) => product.post(`/api/reset-password/${link}`, { newPassword });
const logIn = (email: string, given: string) => product.post('/api/login', { email, password: given });
const getRoles = async (email: string, given: string) => (await logIn(email, given)).json().user.roles;
const isSignedIn = async ({ accessToken, refreshToken }: Registered) => [
  (await product.get('/api/sessions', { token: accessToken })).statusCode,
  (await product.get('/api/refresh', { cookie: refreshToken })).statusCode,
];

describe('A77: an owner who opens the link in a browser without a login session of the account', () => {
  it('ends what the stranger holds, and the password that the stranger typed', async () => {
    const stranger = await register(product, { email: 'chief@kurs.example' });
    const answer = await open(readActivation(stranger));
    expect(answer.json()).toEqual({
      activated: true,
      passwordRequired: true,
      email: stranger.email,
      resetLink: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await isSignedIn(stranger)).toEqual([401, 401]);
    expect((await logIn(stranger.email, password)).json().code).toBe('invalid_credentials');
    expect((await reset(answer.json().resetLink)).statusCode).toBe(204);
    expect(await getRoles(stranger.email, newPassword)).toEqual(['user', 'admin']);
  });

  it('may open it again until the password is set; afterwards the link gives nothing to anybody', async () => {
    const stranger = await register(product);
    const link = readActivation(stranger);
    const first = (await open(link)).json().resetLink;
    product.clock.advance(11 * minuteMs);
    expect((await reset(first)).json().code).toBe('link_invalid');
    expect((await reset((await open(link)).json().resetLink)).statusCode).toBe(204);
    const owner = getRefreshToken(await logIn(stranger.email, newPassword));
    for (const call of [{ headers: browser }, {}]) expect((await open(link, call)).json()).toEqual({ activated: true });
    expect((await logIn(stranger.email, newPassword)).statusCode).toBe(200);
    expect((await product.get('/api/refresh', { cookie: owner })).statusCode).toBe(200);
  });

  it('is not given a password link once the link has expired', async () => {
    const stranger = await register(product);
    const link = readActivation(stranger);
    await open(link);
    product.clock.advance(24 * 60 * minuteMs);
    expect((await open(link)).json()).toEqual({ activated: true });
  });
});

describe('A77: activation with a login session of the account', () => {
  it.each(['cookie', 'token'])('keeps everything (%s)', async (credential) => {
    const person = await register(product);
    const held = credential === 'cookie' ? { cookie: person.refreshToken } : { token: person.accessToken };
    for (const _ of [1, 2])
      expect((await open(readActivation(person), { headers: browser, ...held })).json()).toEqual({ activated: true });
    expect(await isSignedIn(person)).toEqual([200, 200]);
    expect((await logIn(person.email, password)).statusCode).toBe(200);
  });
});

describe('A77: the administrator’s role', () => {
  it('is not given by a program that activates without a login session', async () => {
    const stranger = await register(product, { email: 'second@kurs.example' });
    expect((await open(readActivation(stranger), {})).json()).toEqual({ activated: true });
    expect(await isSignedIn(stranger)).toEqual([200, 200]);
    expect(await getRoles(stranger.email, password)).toEqual(['user']);
    await product.post('/api/forgot-password', { email: stranger.email, lang: 'en', captcha: solved });
    await reset(mailedLink(product, 'reset', stranger.email));
    expect(await getRoles(stranger.email, newPassword)).toEqual(['user', 'admin']);
  });
});

describe('A77: the link that a start prints for an administrator', () => {
  const getSecret = async (of: TestAccounts, email: string) =>
    (await of.accounts.adminLinks.list()).find((one) => one.email === email)?.link.split('#link=')[1] ?? '';

  it('sets the password of an account that does not exist yet, once', async () => {
    const own = await createTestAccounts({ adminEmails: ['owner@kurs.example'] });
    const secret = await getSecret(own, 'owner@kurs.example');
    const set = () => own.post(`/api/reset-password/${secret}`, { newPassword });
    expect((await set()).statusCode).toBe(204);
    const { user } = (await own.post('/api/login', { email: 'owner@kurs.example', password: newPassword })).json();
    expect(user).toMatchObject({ isActivated: true, roles: ['user', 'admin'] });
    expect([(await set()).json().code, await own.accounts.adminLinks.list()]).toEqual(['link_invalid', []]);
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
