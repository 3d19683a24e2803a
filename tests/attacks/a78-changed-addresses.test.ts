import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#domain/time.ts';
import { users } from '#server/database/schema.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import {
  createTestAccounts,
  getRefreshToken,
  mailedLink,
  password,
  register,
  type Registered,
} from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(() => createTestAccounts({ adminEmails: ['chief@kurs.example'] }));
let me: Registered;
let newEmail: string;
let turn = 0;
beforeEach(async () => {
  product.clock.advance(hourMs);
  me = await register(product);
  turn += 1;
  newEmail = `new-${turn}@kurs.example`;
  await product.post(`/api/auth/activate/${mailedLink(product, 'activation', me.email)}`, { mine: true }, mine());
  product.mails.length = 0;
});

const mine = () => ({ token: me.accessToken });
const ask = (over: object = {}, call: object = mine()) =>
  product.post('/api/user/email', { email: newEmail, password, lang: 'en', ...over }, call);
const linkTo = (to: string, kind: string) => {
  const mail = product.mails.findLast((one) => one.to === to && one.kind === kind);
  return mail && 'link' in mail ? (mail.link.split('link=')[1] ?? '') : '';
};
const confirm = (link: string, call: object = {}) => product.post(`/api/user/email/confirm/${link}`, undefined, call);
const getEmail = async (id = me.id) =>
  (await product.database.db.select().from(users).where(eq(users.id, id)))[0]?.email;
const logIn = (email: string, given = password) => product.post('/api/login', { email, password: given });

describe('A78: changing the address', () => {
  it('takes the password and a link from the new mailbox, ends other login sessions, and notifies the old address', async () => {
    const other = getRefreshToken(await logIn(me.email));
    const asked = await ask();
    expect([asked.statusCode, asked.json().email]).toEqual([202, newEmail]);
    expect(product.mails.map(({ to, kind }) => [to, kind])).toEqual([
      [me.email, 'email_change_old'],
      [newEmail, 'email_change_new'],
    ]);
    expect(await getEmail()).toBe(me.email);
    const link = linkTo(newEmail, 'email_change_new');
    for (let presses = 0; presses < 2; presses += 1)
      expect((await confirm(link, mine())).json()).toEqual({ email: newEmail });
    expect(await getEmail()).toBe(newEmail);
    expect((await product.get('/api/refresh', { cookie: me.refreshToken })).statusCode).toBe(200);
    expect((await product.get('/api/refresh', { cookie: other })).statusCode).toBe(401);
    expect([(await logIn(me.email)).statusCode, (await logIn(newEmail)).statusCode]).toEqual([401, 200]);
    expect(product.mails.slice(2).map(({ to, kind }) => [to, kind])).toEqual([[me.email, 'email_changed']]);
    const audit = await product.database.db.select().from(auditLog).where(eq(auditLog.targetId, me.id));
    expect(audit.map(({ action }) => action)).toEqual(['user.requestEmail', 'user.changeEmail']);
  });

  it('is confirmed only by the user, so nobody is given another’s account', async () => {
    await ask();
    const stranger = await register(product);
    for (const call of [{}, { token: stranger.accessToken }])
      expect((await confirm(linkTo(newEmail, 'email_change_new'), call)).statusCode).toBe(401);
    expect(await getEmail()).toBe(me.email);
  });

  it('answers the same for an address that has an account, whose owner is notified and keeps it', async () => {
    const owner = await register(product);
    product.mails.length = 0;
    const asked = await ask({ email: owner.email });
    expect([asked.statusCode, asked.json().email]).toEqual([202, owner.email]);
    expect(product.mails.map(({ to, kind }) => [to, kind])).toEqual([
      [me.email, 'email_change_old'],
      [owner.email, 'account_exists'],
    ]);
    expect(await getEmail()).toBe(me.email);
  });

  it('fails when somebody registers the address meanwhile', async () => {
    await ask();
    await register(product, { email: newEmail });
    expect((await confirm(linkTo(newEmail, 'email_change_new'), mine())).json().code).toBe('email_taken');
  });

  it('ends with a newer request, after a day, and with a new password', async () => {
    await ask();
    const older = linkTo(newEmail, 'email_change_new');
    await ask();
    expect((await confirm(older, mine())).json().code).toBe('link_invalid');
    const newer = linkTo(newEmail, 'email_change_new');
    await product.post('/api/forgot-password', { email: me.email, lang: 'en', captcha: solved });
    await product.post(`/api/reset-password/${mailedLink(product, 'reset', me.email)}`, { newPassword: 'Chosen-2b' });
    const again = () => logIn(me.email, 'Chosen-2b').then((answer) => ({ token: answer.json().accessToken }));
    expect((await confirm(newer, await again())).json().code).toBe('link_invalid');
    await ask({ password: 'Chosen-2b' }, await again());
    product.clock.advance(dayMs);
    expect((await confirm(linkTo(newEmail, 'email_change_new'), await again())).json().code).toBe('link_invalid');
  });

  it('needs the password, and is limited to five requests an hour', async () => {
    for (let i = 0; i < 5; i++)
      expect((await ask({ password: 'Wrong-password-1' })).json().code).toBe('wrong_password');
    expect((await ask()).statusCode).toBe(429);
    expect(product.mails).toEqual([]);
  });

  it('leaves an administrator’s role with a password proven in the new mailbox', async () => {
    await ask({ email: 'chief@kurs.example' });
    await confirm(linkTo('chief@kurs.example', 'email_change_new'), mine());
    expect((await logIn('chief@kurs.example')).json().user.roles).toEqual(['user', 'admin']);
  });
});
