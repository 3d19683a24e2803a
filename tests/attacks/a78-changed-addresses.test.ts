import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#domain/time.ts';
import { users } from '#server/database/schema.ts';
import { auditLog } from '#server/database/tables/signal-tables.ts';
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

let product: TestAccounts;
let me: Registered;
let newEmail: string;
let turn = 0;
beforeAll(async () => {
  product = await createTestAccounts({ adminEmails: ['chief@kurs.example'] });
});
afterAll(() => product.close());
beforeEach(async () => {
  product.clock.advance(hourMs);
  me = await register(product);
  turn += 1;
  newEmail = `new-${turn}@kurs.example`;
  await product.post(`/api/auth/activate/${mailedLink(product, 'activation', me.email)}`, undefined, mine());
  product.mails.length = 0;
});

const mine = () => ({ token: me.accessToken });
const ask = (over: object = {}, call: object = mine()) =>
  product.post('/api/user/email', { email: newEmail, password, lang: 'en', ...over }, call);
const linkTo = (to: string, kind: string) => {
  const mail = product.mails.findLast((one) => one.to === to && one.kind === kind);
  return mail && 'link' in mail ? (mail.link.split(/link=|undo=/)[1] ?? '') : '';
};
const confirm = (link: string, call: object = {}) => product.post(`/api/user/email/confirm/${link}`, undefined, call);
const undo = (link: string) => product.post(`/api/user/email/undo/${link}`);
const getEmail = async (id = me.id) =>
  (await product.database.db.select().from(users).where(eq(users.id, id)))[0]?.email;
const logIn = (email: string, given = password) => product.post('/api/login', { email, password: given });

async function change(): Promise<void> {
  await ask();
  await confirm(linkTo(newEmail, 'email_change_new'), mine());
  await confirm(linkTo(me.email, 'email_change_old'));
}

describe('A78: changing the address', () => {
  it('takes a link from both mailboxes, ends other login sessions, and tells both addresses', async () => {
    const other = getRefreshToken(await logIn(me.email));
    const asked = await ask();
    expect([asked.statusCode, asked.json().pending.email]).toEqual([202, newEmail]);
    expect(product.mails.map(({ to, kind }) => [to, kind])).toEqual([
      [me.email, 'email_change_old'],
      [newEmail, 'email_change_new'],
    ]);
    const first = await confirm(linkTo(newEmail, 'email_change_new'), mine());
    expect([first.json(), await getEmail()]).toEqual([
      { email: newEmail, isChanged: false, waitsFor: 'old' },
      me.email,
    ]);
    const second = await confirm(linkTo(me.email, 'email_change_old'));
    expect([second.json(), await getEmail()]).toEqual([{ email: newEmail, isChanged: true, waitsFor: null }, newEmail]);
    expect((await product.get('/api/user/email', mine())).json()).toEqual({ pending: null });
    expect((await product.get('/api/refresh', { cookie: me.refreshToken })).statusCode).toBe(200);
    expect((await product.get('/api/refresh', { cookie: other })).statusCode).toBe(401);
    expect([(await logIn(me.email)).statusCode, (await logIn(newEmail)).statusCode]).toEqual([401, 200]);
    expect(product.mails.slice(-2).map(({ to, kind }) => [to, kind])).toEqual([
      [newEmail, 'email_changed'],
      [me.email, 'email_changed_undo'],
    ]);
    const audit = await product.database.db.select().from(auditLog).where(eq(auditLog.targetId, me.id));
    expect(audit.map(({ action }) => action)).toEqual(['user.requestEmail', 'user.changeEmail']);
  });

  it('is confirmed from the new mailbox only by the user, so nobody is given another’s account', async () => {
    await ask();
    const stranger = await register(product);
    for (const call of [{}, { token: stranger.accessToken }])
      expect((await confirm(linkTo(newEmail, 'email_change_new'), call)).statusCode).toBe(401);
    await confirm(linkTo(me.email, 'email_change_old'));
    expect(await getEmail()).toBe(me.email);
  });

  it('answers and mails the same for an address that has an account, whose owner is told', async () => {
    const owner = await register(product);
    product.mails.length = 0;
    const asked = await ask({ email: owner.email });
    expect([asked.statusCode, asked.json().pending.email]).toEqual([202, owner.email]);
    expect(product.mails.map(({ to, kind }) => [to, kind])).toEqual([
      [me.email, 'email_change_old'],
      [owner.email, 'account_exists'],
    ]);
    expect((await confirm(linkTo(me.email, 'email_change_old'))).json().isChanged).toBe(false);
    expect(await getEmail()).toBe(me.email);
  });

  it('ends with a newer request, after a day, and with a new password', async () => {
    await ask();
    const older = linkTo(me.email, 'email_change_old');
    await ask();
    expect((await confirm(older)).json().code).toBe('link_invalid');
    const newer = linkTo(me.email, 'email_change_old');
    await product.post('/api/forgot-password', { email: me.email, lang: 'en', captcha: solved });
    await product.post(`/api/reset-password/${mailedLink(product, 'reset', me.email)}`, { newPassword: 'Chosen-2b' });
    expect((await confirm(newer)).json().code).toBe('link_invalid');
    const again = (await logIn(me.email, 'Chosen-2b')).json().accessToken;
    await ask({ password: 'Chosen-2b' }, { token: again });
    product.clock.advance(dayMs);
    expect((await confirm(linkTo(me.email, 'email_change_old'))).json().code).toBe('link_invalid');
  });

  it('needs the password, and is limited to five requests an hour', async () => {
    for (let i = 0; i < 5; i++)
      expect((await ask({ password: 'Wrong-password-1' })).json().code).toBe('wrong_password');
    expect((await ask()).statusCode).toBe(429);
    expect(product.mails).toEqual([]);
  });

  it('leaves an administrator’s role with a password proven in the new mailbox', async () => {
    await ask({ email: 'chief@kurs.example' });
    await confirm(linkTo(me.email, 'email_change_old'));
    expect((await logIn(me.email)).json().user.roles).toEqual(['user']);
    await confirm(linkTo('chief@kurs.example', 'email_change_new'), mine());
    expect((await logIn('chief@kurs.example')).json().user.roles).toEqual(['user', 'admin']);
  });
});

describe('A78: undoing it from the old mailbox', () => {
  it('restores the address, ends every login session and asks for a new password', async () => {
    await change();
    const link = linkTo(me.email, 'email_changed_undo');
    const answer = await undo(link);
    expect(answer.json()).toEqual({ email: me.email, resetLink: expect.any(String) });
    expect(await getEmail()).toBe(me.email);
    expect((await product.get('/api/refresh', { cookie: me.refreshToken })).statusCode).toBe(401);
    expect((await logIn(me.email)).statusCode).toBe(401);
    const { resetLink } = (await undo(link)).json();
    expect((await product.post(`/api/reset-password/${resetLink}`, { newPassword: 'Chosen-2b' })).statusCode).toBe(204);
    expect((await logIn(me.email, 'Chosen-2b')).statusCode).toBe(200);
    expect((await undo(link)).json().code).toBe('link_invalid');
  });

  it('keeps the old address for a week, from others too', async () => {
    await change();
    const form = { email: me.email, password, lang: 'en', captcha: solved };
    expect((await product.post('/api/registration', form)).json().code).toBe('email_taken');
    product.clock.advance(7 * dayMs);
    expect((await undo(linkTo(me.email, 'email_changed_undo'))).json().code).toBe('link_invalid');
    expect((await product.post('/api/registration', form)).statusCode).toBe(201);
  });

  it('also undoes what was changed after it', async () => {
    await change();
    const first = { email: me.email, link: linkTo(me.email, 'email_changed_undo') };
    const second = newEmail;
    newEmail = `later-${turn}@kurs.example`;
    await ask();
    await confirm(linkTo(newEmail, 'email_change_new'), mine());
    await confirm(linkTo(second, 'email_change_old'));
    expect(await getEmail()).toBe(newEmail);
    expect((await undo(first.link)).statusCode).toBe(200);
    expect(await getEmail()).toBe(first.email);
    expect((await undo(linkTo(second, 'email_changed_undo'))).json().code).toBe('link_invalid');
  });
});
