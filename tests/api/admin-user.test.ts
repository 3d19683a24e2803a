import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserEvent, UserEvents } from '#contract/admin/users.ts';
import { OwnData } from '#contract/own-data.ts';
import { sessions, users } from '#server/database/schema.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import { traderChecks } from '#server/database/tables/trader-tables.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createTestAdmin } from '#tests/support/test-admin.ts';
import { type SignalPerson, startsAt } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const path = '/api/admin/users';
const test = sharedByTests(createTestAdmin);
let admin: SignalPerson;

beforeAll(async () => {
  ({ admin } = test);
});

const at = (seconds: number): Date => new Date(startsAt - 3_600_000 + seconds * 1_000);
const getErrorCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];

/** A person with one row of each table, each a second after the one before. */
async function aPersonWithAPast(): Promise<SignalPerson> {
  const person = await test.person({ createdAt: at(0) });
  const userId = person.id;
  const { db } = test.database;
  await db.delete(sessions).where(eq(sessions.userId, userId));
  const browser = 'Mozilla/5.0 (Windows NT 10.0) Chrome/156.0';
  await db
    .insert(sessions)
    .values({ id: randomUUID(), userId, createdAt: at(1), revokedAt: at(9), expiresAt: at(90), userAgent: browser });
  const mail = { userId, channel: 'mail', kind: 'reset', recipient: 'a@kurs.example', lang: 'uk' } as const;
  const refused = { status: 'refused', queuedAt: at(2), dropAt: at(9), lastFault: '550 no such mailbox' } as const;
  await db.insert(deliveries).values({ id: randomUUID(), ...mail, ...refused });
  await db
    .insert(traderChecks)
    .values({ id: randomUUID(), userId, kind: 'claim', traderId: '777', state: 'not_found', startedAt: at(3) });
  await aLiveSignal(db, { userId, issuedAt: at(4), symbol: 'GBPUSD', direction: 'SELL', deletedAt: at(5) });
  return person;
}

const readEvents = async ({ id }: SignalPerson, query: Record<string, string> = {}): Promise<UserEvents> =>
  (await admin.get(`${path}/${id}/events?${new URLSearchParams(query)}`)).json();

describe('what happened to an account', () => {
  it('is one list of mails, checks, sessions, signals and audit entries, newest first', async () => {
    const person = await aPersonWithAPast();
    await admin.post(`${path}/${person.id}/password-mail`);
    const { items } = await readEvents(person);
    // The audit entries are of the test's present.
    expect(items.map(({ kind }) => kind)).toEqual(['audit', 'audit', 'signal', 'check', 'mail', 'session']);
    expect(items.slice(0, 2)).toMatchObject([{ action: 'user.read' }, { action: 'user.mailPassword' }]);
    expect(items.slice(2)).toMatchObject([
      { symbol: 'GBPUSD', direction: 'SELL', result: null, isRemoved: true, at: at(4).toISOString() },
      { traderId: '777', state: 'not_found', answeredAt: null },
      { channel: 'mail', message: 'reset', status: 'refused', lastFault: '550 no such mailbox' },
      { browser: 'Chrome', system: 'Windows', endedAt: at(9).toISOString() },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/a@kurs\.example|sealed|Mozilla/);
  });

  it('is paged without gaps or duplicates, also between events of one instant', async () => {
    const person = await aPersonWithAPast();
    const { db } = test.database;
    const userId = person.id;
    for (let n = 0; n < 3; n++) {
      const check = { userId, kind: 'balance', traderId: '777', state: 'verified', startedAt: at(4) } as const;
      await db.insert(traderChecks).values({ ...check, id: randomUUID() });
      await db.insert(sessions).values({ id: randomUUID(), userId, createdAt: at(4), expiresAt: at(90) });
    }
    const whole = (await readEvents(person)).items;
    const paged: UserEvent[] = [];
    let cursor: string | null = null;
    do {
      const page: UserEvents = await readEvents(person, { limit: '2', ...(cursor !== null && { cursor }) });
      paged.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const getIds = (events: readonly UserEvent[]) => events.filter(({ kind }) => kind !== 'audit').map(({ id }) => id);
    expect(getIds(paged)).toEqual(getIds(whole));
    expect(getIds(paged)).toHaveLength(10);
  });

  it('is filtered by kind, and its reading is audited', async () => {
    const person = await aPersonWithAPast();
    expect((await readEvents(person, { kind: 'check' })).items).toMatchObject([{ kind: 'check' }]);
    expect(await test.audit(person.id)).toMatchObject([{ actorId: admin.id, action: 'user.read' }]);
  });

  it.each(['cursor=bm90aGluZw', 'kind=nothing'])('rejects %s', async (query) => {
    const answer = await admin.get(`${path}/${admin.id}/events?${query}`);
    expect(getErrorCode(answer)).toEqual([400, 'validation_failed']);
  });
});

describe('erasing on request', () => {
  it('erases as the owner would, with the reason in the audit log', async () => {
    const person = await aPersonWithAPast();
    const before = (await test.database.db.select().from(users).where(eq(users.id, person.id)))[0];
    const answer = await admin.post(`${path}/${person.id}/erase`, { reason: 'Asked by mail on 2 March' });
    expect(answer.statusCode).toBe(204);
    const [row] = await test.database.db.select().from(users).where(eq(users.id, person.id));
    expect(row).toMatchObject({ email: `${person.id}@deleted.invalid`, referralId: null, isBlocked: true });
    expect(row?.deletedAt).not.toBeNull();
    const [entry] = await test.audit(person.id);
    expect(entry).toMatchObject({ actorId: admin.id, action: 'user.erase', reason: 'Asked by mail on 2 March' });
    expect(test.mails.at(-1)).toMatchObject({ kind: 'account_deleted', to: before?.email });
    for (const call of ['', '/events', '/export'])
      expect(getErrorCode(await admin.get(`${path}/${person.id}${call}`))).toEqual([404, 'user_not_found']);
    expect(getErrorCode(await admin.post(`${path}/${person.id}/erase`, { reason: 'Twice' }))).toEqual([
      404,
      'user_not_found',
    ]);
  });

  it('needs a reason, and is not for one’s own account', async () => {
    const person = await test.person();
    expect(getErrorCode(await admin.post(`${path}/${person.id}/erase`, {}))).toEqual([400, 'validation_failed']);
    expect(getErrorCode(await admin.post(`${path}/${admin.id}/erase`, { reason: 'Mine' }))).toEqual([
      409,
      'own_account',
    ]);
  });
});

describe('the activation mail', () => {
  it('is sent again in the user’s language, and audited', async () => {
    const person = await test.person({ email: 'new@kurs.example', lang: 'ru', isActivated: false });
    expect((await admin.post(`${path}/${person.id}/activation-mail`)).statusCode).toBe(204);
    const mail = test.mails.at(-1);
    expect(mail).toMatchObject({ kind: 'activation', to: 'new@kurs.example', lang: 'ru' });
    expect(await test.audit(person.id)).toMatchObject([{ action: 'user.mailActivation' }]);
  });

  it('is not sent to an activated account', async () => {
    const person = await test.person();
    expect(getErrorCode(await admin.post(`${path}/${person.id}/activation-mail`))).toEqual([409, 'already_activated']);
  });
});

it('the export of a user’s own data is what the user exports, and is audited', async () => {
  const person = await aPersonWithAPast();
  const answer = await admin.get(`${path}/${person.id}/export`);
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="user-data-/);
  const data = OwnData.parse(answer.json());
  expect(data.account).toMatchObject({ id: person.id });
  expect(data['brokerChecks']).toMatchObject([{ traderId: '777' }]);
  expect((await test.audit(person.id))[0]).toMatchObject({ action: 'user.export', actorId: admin.id });
});

describe('the file of users', () => {
  const read = (query: string) => admin.get(`${path}?${query}`, { accept: 'text/csv' });

  it('has those of the filters, more than a page of them, as text that is no formula', async () => {
    const campaign = 'file';
    await test.person({ email: '=cmd@file.example', campaign, isActivated: false });
    await test.person({ email: 'second@file.example', campaign });
    const account = { lang: 'uk', campaign: 'large', passwordHash: '' } as const;
    const values = Array.from({ length: 1_100 }, (_, n) => ({
      ...account,
      id: randomUUID(),
      email: `n${n}@file.example`,
      createdAt: new Date(startsAt + Math.floor(n / 700)),
    }));
    await test.database.db.insert(users).values(values);
    const answer = await read(`campaign=${campaign}&state=activate`);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="users-2026-03-03\.csv"$/);
    const [head, ...lines] = answer.body.trimEnd().split('\r\n');
    expect(head).toBe(
      '\uFEFFid,email,lang,campaign,state,isBlocked,isInternal,referralId,balance,balanceCheckedAt,signals,createdAt,lastSeenAt,role',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(",'=cmd@file.example,");
    const large = (await read('campaign=large&limit=1')).body.trimEnd().split('\r\n').slice(1);
    expect(new Set(large).size).toBe(1_100);
  });

  it('is audited with its filters, and without the address that was searched for', async () => {
    await read('q=secret@kurs.example&internal=hide');
    const [entry] = await test.audit('users');
    expect(entry).toMatchObject({
      action: 'users.export',
      after: { state: null, campaign: null, internal: 'hide', isSearch: true },
    });
  });
});

it.each([
  ['get', ''],
  ['get', '/events'],
  ['get', '/export'],
  ['post', '/erase'],
  ['post', '/activation-mail'],
] as const)('%s %s is for administrators', async (method, call) => {
  const person = await test.person();
  expect(getErrorCode(await person[method](`${path}/${admin.id}${call}`))).toEqual([403, 'forbidden']);
});
