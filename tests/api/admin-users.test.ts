import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminUser, AdminUsers } from '#contract/admin/users.ts';
import { nextStep } from '#domain/accounts/access.ts';
import { dayMs } from '#domain/time.ts';
import { sessions, users } from '#server/database/schema.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createTestAdmin } from '#tests/support/test-admin.ts';
import { adminEmail, internalEmail, type SignalPerson, startsAt } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const path = '/api/admin/users';
const test = sharedByTests(createTestAdmin);
let admin: SignalPerson;

beforeAll(async () => {
  ({ admin } = test);
});

const list = async (query: Record<string, string>): Promise<AdminUsers> =>
  (await admin.get(`${path}?${new URLSearchParams(query)}`)).json();
const found = async (q: string): Promise<AdminUser[]> => (await list({ q })).items;
const toRow = async (id: string) => (await test.database.db.select().from(users).where(eq(users.id, id)))[0];
const countOpenSessions = async (id: string): Promise<number> =>
  (await test.database.db.select().from(sessions).where(eq(sessions.userId, id))).filter(
    ({ revokedAt }) => revokedAt === null,
  ).length;
const getErrorCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];
const isIn = async (person: SignalPerson): Promise<boolean> =>
  (await person.get('/api/signal/session')).statusCode === 200;

describe('the list of users', () => {
  it('shows the state of an account, and nothing that opens it', async () => {
    const person = await test.person({ email: 'olena@kurs.example', campaign: 'telegram', referralId: '55501' });
    await aLiveSignal(test.database.db, { userId: person.id });
    const [user] = await found('OLENA@');
    expect(user).toMatchObject({
      id: person.id,
      email: 'olena@kurs.example',
      campaign: 'telegram',
      state: 'trade',
      roles: ['user'],
      isNamedAdmin: false,
      isInternal: false,
      isBlocked: false,
      referralId: '55501',
      balance: 250,
      signals: 1,
    });
    expect(user?.lastSeenAt).toMatch(/^2026-03-03T15:00/);
    expect(JSON.stringify(user)).not.toMatch(/hash|password|token/i);
  });

  it('searches by the prefix or the domain of the e-mail, and by the full user id or broker id', async () => {
    const person = await test.person({ email: 'mykola@kurs.example', referralId: '55502' });
    for (const q of ['MYKOL', person.id, '55502', ' mykola@kurs.example '])
      expect(
        (await found(q)).map(({ id }) => id),
        q,
      ).toEqual([person.id]);
    expect(await found('5550')).toEqual([]);
    const other = await test.person({ email: 'olha@beginnings.example' });
    expect((await found('@Beginnings.example')).map(({ id }) => id)).toEqual([other.id]);
    expect(await found('@beginnings')).toEqual([]);
  });

  it('states the access state by the access rules', async () => {
    const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null, balanceHoldsMs: dayMs };
    const at = new Date(startsAt);
    const cases = [
      [{ isActivated: false }, 'activate'],
      [{ referralId: null, balance: null }, 'enter_id'],
      [{ isSelfExcluded: true }, 'self_excluded'],
      [{ balance: null, balanceCheckedAt: null }, 'check_balance'],
      [{ balance: 9.99, balanceCheckedAt: at }, 'top_up'],
      [{ balance: 10, balanceCheckedAt: at }, 'trade'],
    ] as const;
    for (const [change, state] of cases) {
      const { id } = await test.person({ email: `${randomUUID()}@states.example`, ...change });
      const row = await toRow(id);
      const trader = row && { ...row, balanceCheckedAt: row.balanceCheckedAt?.getTime() ?? null };
      expect((await found(id))[0]?.state, state).toBe(state);
      expect(nextStep(trader ?? null, rules, startsAt), state).toBe(state);
      expect((await list({ q: '@states.example', state })).items.map((user) => user.id)).toEqual([id]);
    }
  });

  it('is paged without gaps or duplicates, also when a user registers meanwhile', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n++)
      ids.unshift((await test.person({ email: `p${n}@pages.example`, createdAt: new Date(startsAt + (n >> 1)) })).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: AdminUsers = await list({ q: '@pages.example', limit: '3', ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await test.person({ email: `${randomUUID()}@pages.example`, createdAt: new Date(startsAt + 1_000) });
    } while (cursor);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(new Set(seen).size).toBe(7);
  });

  it('filters by campaign and leaves internal accounts out on request', async () => {
    await test.person({ email: internalEmail.toUpperCase(), campaign: 'load' });
    await test.person({ email: 'visitor@kurs.example', campaign: 'load' });
    expect((await list({ campaign: 'load' })).total).toBe(2);
    const [inside] = (await list({ campaign: 'load', internal: 'only' })).items;
    expect(inside).toMatchObject({ email: internalEmail.toUpperCase(), isInternal: true });
    expect((await list({ campaign: 'load', internal: 'hide' })).items).toMatchObject([{ isInternal: false }]);
  });

  it.each(['cursor=bm90aGluZw', 'state=rich', 'limit=0', 'limit=101'])('rejects %s', async (query) => {
    expect(getErrorCode(await admin.get(`${path}?${query}`))).toEqual([400, 'validation_failed']);
  });
});

describe('a block', () => {
  it('ends every login session at once and is audited with its reason', async () => {
    const person = await test.person();
    expect(await isIn(person)).toBe(true);
    const answer = await admin.patch(`${path}/${person.id}`, { blocked: true, reason: 'Mass registrations' });
    expect(answer.json()).toMatchObject({ id: person.id, isBlocked: true, state: 'blocked' });
    expect(await isIn(person)).toBe(false);
    expect(await countOpenSessions(person.id)).toBe(0);
    expect(await test.audit(person.id)).toMatchObject([
      {
        actorId: admin.id,
        action: 'user.block',
        reason: 'Mass registrations',
        before: { blocked: false },
        after: { blocked: true },
      },
    ]);
  });

  it('can be lifted; the old tokens stay invalid', async () => {
    const person = await test.person();
    await admin.patch(`${path}/${person.id}`, { blocked: true });
    const answer = await admin.patch(`${path}/${person.id}`, { blocked: false });
    expect(answer.json()).toMatchObject({ isBlocked: false, state: 'trade' });
    expect(await isIn(person)).toBe(false);
    expect((await test.audit(person.id)).map(({ action }) => action)).toEqual(['user.unblock', 'user.block']);
  });
});

describe('the role', () => {
  it('is granted and revoked with immediate effect', async () => {
    const person = await test.person();
    expect(getErrorCode(await person.get(path))).toEqual([403, 'forbidden']);
    expect((await admin.patch(`${path}/${person.id}`, { role: 'admin' })).json().roles).toEqual(['user', 'admin']);
    expect((await person.get(path)).statusCode).toBe(200);
    expect((await admin.patch(`${path}/${person.id}`, { role: 'user' })).json().roles).toEqual(['user']);
    expect(getErrorCode(await person.get(path))).toEqual([403, 'forbidden']);
    expect(await test.audit(person.id)).toMatchObject([
      { action: 'user.demote', before: { role: 'admin' }, after: { role: 'user' } },
      { action: 'user.promote', before: { role: 'user' }, after: { role: 'admin' } },
    ]);
  });

  it('is not granted to an unconfirmed address', async () => {
    const person = await test.person({ isActivated: false });
    expect(getErrorCode(await admin.patch(`${path}/${person.id}`, { role: 'admin' }))).toEqual([
      409,
      'user_not_activated',
    ]);
    expect((await toRow(person.id))?.role).toBe('user');
  });

  it('is not granted while nobody has set the password through a mail', async () => {
    const person = await test.person({ passwordProvenAt: null });
    expect(getErrorCode(await admin.patch(`${path}/${person.id}`, { role: 'admin' }))).toEqual([
      409,
      'password_not_proven',
    ]);
    const stored = await test.person({ passwordProvenAt: null, role: 'admin' });
    expect(getErrorCode(await stored.get(path))).toEqual([403, 'forbidden']);
  });

  it('is not revoked from a user named in the configuration', async () => {
    const other = await test.person({ role: 'admin' });
    expect(getErrorCode(await other.patch(`${path}/${admin.id}`, { role: 'user' }))).toEqual([409, 'role_configured']);
    expect((await admin.get(path)).statusCode).toBe(200);
    expect((await found(adminEmail))[0]).toMatchObject({ isNamedAdmin: true, roles: ['user', 'admin'] });
  });

  it.each([[{ blocked: true }], [{ role: 'user' }]])('rejects %j on one’s own account', async (change) => {
    const one = await test.person({ role: 'admin' });
    expect(getErrorCode(await one.patch(`${path}/${one.id}`, change))).toEqual([409, 'own_account']);
    expect((await one.get(path)).statusCode).toBe(200);
    expect(await test.audit(one.id)).toEqual([]);
  });

  it.each([[{ blocked: true }], [{ role: 'user' }]])(
    'two administrators who apply %j to each other at once leave one',
    async (change) => {
      const both = [await test.person({ role: 'admin' }), await test.person({ role: 'admin' })] as const;
      const [first, second] = both;
      const answers = await Promise.all([
        first.patch(`${path}/${second.id}`, change),
        second.patch(`${path}/${first.id}`, change),
      ]);
      const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
      expect(codes[0]).toBe(200);
      expect([401, 403]).toContain(codes[1]);
      const rows = await Promise.all(both.map(({ id }) => toRow(id)));
      expect(rows.filter((row) => row?.role === 'admin' && !row.isBlocked)).toHaveLength(1);
      expect((await Promise.all(both.map(({ id }) => test.audit(id)))).flat()).toHaveLength(1);
    },
  );
});

describe('ending all login sessions', () => {
  it('rejects their tokens at once and is audited', async () => {
    const person = await test.person();
    expect((await admin.delete(`${path}/${person.id}/sessions`)).statusCode).toBe(204);
    expect(await isIn(person)).toBe(false);
    expect(await countOpenSessions(person.id)).toBe(0);
    expect(await test.audit(person.id)).toMatchObject([{ actorId: admin.id, action: 'user.endSessions' }]);
  });
});

describe('the password reset mail', () => {
  it('goes to the user in the user’s language, and is audited without its link', async () => {
    const person = await test.person({ email: 'forgetful@kurs.example', lang: 'uk' });
    const answer = await admin.post(`${path}/${person.id}/password-mail`);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const mail = test.mails.find(({ to }) => to === 'forgetful@kurs.example');
    expect(mail).toMatchObject({ kind: 'reset', lang: 'uk' });
    expect(mail && 'link' in mail && mail.link).toMatch(/^http:\/\/localhost:3000\/uk\/reset-password#link=/);
    expect(await test.audit(person.id)).toMatchObject([{ action: 'user.mailPassword', before: null, after: null }]);
  });
});

describe('rejected', () => {
  it.each([
    [{}],
    [{ blocked: 'yes' }],
    [{ role: 'owner' }],
    [{ blocked: true, email: 'x@kurs.example' }],
    [{ blocked: true, reason: 'no' }],
  ])('an invalid change: %j', async (change) => {
    const person = await test.person();
    expect(getErrorCode(await admin.patch(`${path}/${person.id}`, change))).toEqual([400, 'validation_failed']);
    expect(await toRow(person.id)).toMatchObject({ isBlocked: false, role: 'user' });
    expect(await test.audit(person.id)).toEqual([]);
  });

  it.each(['nobody', randomUUID()])('an unknown user: %s', async (id) => {
    expect(getErrorCode(await admin.patch(`${path}/${id}`, { blocked: true }))).toEqual([404, 'user_not_found']);
    expect(getErrorCode(await admin.delete(`${path}/${id}/sessions`))).toEqual([404, 'user_not_found']);
  });
});

it('A60: the log contains no address, whatever administrators search for', async () => {
  const person = await test.person({ email: 'quiet@kurs.example' });
  await list({ q: 'quiet@kurs.example\r\n{"level":60}' });
  await admin.patch(`${path}/${person.id}`, { blocked: true, reason: 'quiet@kurs.example asked for it' });
  expect(test.log.join('')).not.toMatch(/quiet@kurs\.example|"level":60,/);
  expect(test.log.filter((line) => line.includes('request completed')).length).toBeGreaterThan(0);
});
