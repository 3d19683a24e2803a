import { desc, eq } from 'drizzle-orm';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminClaims, PartnerListBody, PartnerListResult } from '#contract/admin/claims.ts';
import { maxListLength } from '#domain/accounts/partner-list.ts';
import { dayMs, hourMs } from '#domain/time.ts';
import { users } from '#server/database/schema.ts';
import { traderChecks } from '#server/database/tables/trader-tables.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { openOwnData } from '#server/modules/accounts/own-data/export-own-data.ts';
import { adminEmail, createTestTraders, type Person } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';
import { saveStatedBalances } from './read-partner-list.ts';

const reason = 'This account was opened without our link.';
const test = sharedByTests(() => createTestTraders({ isManual: true }));
let admin: Person;
let next = 9_100_000;

beforeAll(async () => {
  admin = await test.person({ email: adminEmail });
});
beforeEach(async () => {
  await test.database.db.delete(traderChecks);
  test.time.advance(2 * dayMs);
  test.mails.length = 0;
});

const newId = (): string => String(next++);
const now = (): string => new Date(test.time.clock.now()).toISOString();
const ago = (ms: number): string => new Date(test.time.clock.now() - ms).toISOString();
const getError = (answer: Awaited<ReturnType<Person['get']>>) => [answer.statusCode, answer.json().code];
const readClaims = async (): Promise<AdminClaims> => (await admin.get('/api/admin/claims')).json();
const getState = async (person: Person) => (await person.get('/api/trader/check')).json().check;
const getClaimId = async (person: Person): Promise<string> =>
  (await readClaims()).items.find(({ userId }) => userId === person.id)?.id ?? '';
const mailsTo = async (person: Person) => {
  const { email } = await person.row();
  return test.mails.filter(({ to }) => to === email).map(({ to: _to, userId: _userId, lang: _lang, ...rest }) => rest);
};
const getSignals = async (person: Person) => {
  const answer = await person.get('/python_api/signal');
  return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().code, answer.json().message];
};

/** Of a user who has sent the id. */
async function aClaim(traderId = newId()): Promise<{ person: Person; traderId: string }> {
  const person = await test.person();
  expect(getError(await person.post('/api/referral-id', { referralId: traderId }))).toEqual([
    503,
    'broker_unavailable',
  ]);
  return { person, traderId };
}

const send = (rows: readonly string[], change: Partial<PartnerListBody> = {}) =>
  admin.post('/api/admin/claims/list', {
    csv: ['trader_id;balance;registered', ...rows].join('\n'),
    columns: { traderId: 0, balance: 1, registered: 2 },
    exportedAt: now(),
    isComplete: false,
    apply: true,
    ...change,
  });
const readList = async (rows: readonly string[], change: Partial<PartnerListBody> = {}): Promise<PartnerListResult> => {
  const answer = await send(rows, change);
  expect(answer.statusCode).toBe(200);
  await test.jobs.runDue();
  return answer.json();
};

describe('a claim that an administrator answers', () => {
  it('waits as long as it takes, and is listed oldest first with what helps to decide', async () => {
    const first = await aClaim();
    test.time.advance(1_000);
    const second = await aClaim();
    expect(await getState(first.person)).toMatchObject({ kind: 'claim', state: 'checking', answeredAt: null });
    for (let step = 0; step < 50; step++) {
      test.time.advance(hourMs);
      await test.jobs.runDue();
    }
    const { items, total, list } = await readClaims();
    expect(items.map(({ traderId }) => traderId)).toEqual([first.traderId, second.traderId]);
    expect(items[0]).toMatchObject({
      email: (await first.person.row()).email,
      sentAt: ago(50 * hourMs + 1_000),
      holder: null,
      isAnswered: false,
      device: null,
    });
    expect([total, list]).toEqual([2, { statedAt: null, holdsHours: 24, isOld: false }]);
  });

  it('is no warning in the log', async () => {
    const before = test.log.length;
    await aClaim();
    const written = test.log.slice(before).map((line) => JSON.parse(line));
    expect(written).toContainEqual(expect.objectContaining({ msg: 'request rejected', level: 20 }));
    expect(written.filter(({ level, err }) => level >= 40 || err)).toEqual([]);
  });

  it('keeps its place when the user sends it again, and gives it up for another id', async () => {
    const { person, traderId } = await aClaim();
    const { startedAt } = await getState(person);
    test.time.advance(hourMs);
    await person.post('/api/referral-id', { referralId: traderId });
    expect((await getState(person)).startedAt).toBe(startedAt);
    const other = newId();
    await person.post('/api/referral-id', { referralId: other });
    expect((await readClaims()).items.map((claim) => claim.traderId)).toEqual([other]);
  });

  it('is confirmed with the balance seen at the partner: access, a mail, an entry of the audit log', async () => {
    const { person, traderId } = await aClaim();
    const answer = await admin.post(`/api/admin/claims/${await getClaimId(person)}/confirm`, { balance: 12.35 });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await person.row()).toMatchObject({ referralId: traderId, balance: 12.35, referralProof: null });
    expect(await getState(person)).toMatchObject({ state: 'confirmed', nextAt: null });
    expect(await mailsTo(person)).toEqual([{ kind: 'id_confirmed', traderId, next: 'signals', minBalance: 10 }]);
    expect(await getSignals(person)).toBe(200);
    expect(await test.database.db.select().from(auditLog).where(eq(auditLog.targetId, person.id))).toMatchObject([
      { action: 'claim.confirm', actorId: admin.id, after: { trader: `…${traderId.slice(-3)}`, balance: 12.35 } },
    ]);
    expect((await readClaims()).items).toEqual([]);
    // Anyone could have entered the id: its amount is not theirs to read.
    const { file } = await openOwnData(test.database.db, person.id, test.time.clock.now());
    expect(await text(file)).not.toContain('12.35');
  });

  it.each([
    [3, 'top_up'],
    [10, 'signals'],
  ])('is mailed, with a balance of $%d, with the next step %s', async (balance, nextStep) => {
    const { person } = await aClaim();
    await admin.post(`/api/admin/claims/${await getClaimId(person)}/confirm`, { balance });
    expect(await mailsTo(person)).toMatchObject([{ kind: 'id_confirmed', next: nextStep, minBalance: 10 }]);
  });

  it('is refused with a reason that the user reads on the page and in the mail', async () => {
    const { person, traderId } = await aClaim();
    const path = `/api/admin/claims/${await getClaimId(person)}/refuse`;
    expect(getError(await admin.post(path, { reason: 'no' }))).toEqual([400, 'validation_failed']);
    expect((await admin.post(path, { reason })).statusCode).toBe(204);
    expect(await getState(person)).toMatchObject({ state: 'not_found', reason, nextAt: null, answeredAt: now() });
    expect(await mailsTo(person)).toEqual([{ kind: 'id_not_found', traderId, reason }]);
    expect(await test.database.db.select().from(auditLog).where(eq(auditLog.targetId, person.id))).toMatchObject([
      { action: 'claim.refuse', reason, after: { trader: `…${traderId.slice(-3)}` } },
    ]);
    expect(getError(await admin.post(path, { reason }))).toEqual([404, 'not_found']);
  });

  it('ends as taken, with a mail, when another user has the trader', async () => {
    const { person: holder, traderId } = await aClaim();
    const { person } = await aClaim(traderId);
    await admin.post(`/api/admin/claims/${await getClaimId(holder)}/confirm`, { balance: 50 });
    const [waiting] = (await readClaims()).items;
    expect(waiting).toMatchObject({ userId: person.id, holder: (await holder.row()).email, isAnswered: false });
    expect(getError(await admin.post(`/api/admin/claims/${waiting?.id}/confirm`, { balance: 50 }))).toEqual([
      409,
      'trader_taken',
    ]);
    expect(await getState(person)).toMatchObject({ state: 'taken', nextAt: null });
    expect(await mailsTo(person)).toEqual([{ kind: 'id_taken', traderId }]);
  });

  it('is confirmed by the next step of its check if the process died after the decision was stored', async () => {
    const { person } = await aClaim();
    await test.database.db.execute(
      `insert into stated_traders values ('${(await getState(person)).traderId}', 20, null, '${now()}')`,
    );
    test.time.advance(hourMs);
    await test.jobs.runDue();
    expect(await getState(person)).toMatchObject({ state: 'confirmed' });
  });
});

describe('the partner’s list', () => {
  it('says what it would change, changes nothing before it is applied, and then changes exactly that', async () => {
    const [listed, absent, later] = [await aClaim(), await aClaim(), newId()];
    const trader = await test.person({ referralId: newId(), balance: 40, balanceCheckedAt: new Date(ago(2 * dayMs)) });
    const missing = await test.person({ referralId: newId(), balance: 40, balanceCheckedAt: new Date(ago(2 * dayMs)) });
    test.time.advance(hourMs);
    const rows = [
      `${listed.traderId};15,5;2026-03-01`,
      `${(await trader.row()).referralId};9;`,
      `${later};700;`,
      'x1;5;',
    ];
    const stranger = await aClaim();
    const shown = await readList(rows, { isComplete: true, apply: false, exportedAt: ago(60_000) });
    expect(shown).toMatchObject({
      isApplied: false,
      traders: 3,
      confirmed: { count: 1, items: [{ traderId: listed.traderId, balance: 15.5 }] },
      refused: { count: 1, items: [{ traderId: absent.traderId, cause: 'not_listed' }] },
      balances: { changed: 1, same: 0 },
      unknown: 1,
      outdated: 0,
      invalid: { count: 1, items: [{ line: 5, value: 'x1', allowed: 'an id of 1 to 20 digits' }] },
    });
    expect((await readClaims()).items).toHaveLength(3);
    expect(test.mails).toEqual([]);

    expect(await readList(rows, { isComplete: true, exportedAt: ago(60_000) })).toEqual({ ...shown, isApplied: true });
    expect(await listed.person.row()).toMatchObject({ referralId: listed.traderId, balance: 15.5 });
    expect((await listed.person.row()).balanceCheckedAt?.toISOString()).toBe(ago(60_000));
    expect(await mailsTo(listed.person)).toMatchObject([{ kind: 'id_confirmed', traderId: listed.traderId }]);
    expect(await getState(absent.person)).toMatchObject({ state: 'not_found', reason: null });
    expect(await mailsTo(absent.person)).toEqual([{ kind: 'id_not_found', traderId: absent.traderId }]);
    expect(await getState(stranger.person)).toMatchObject({ state: 'checking' });
    expect(await trader.row()).toMatchObject({ balance: 9 });
    expect(await missing.row()).toMatchObject({ balance: 40, referralId: expect.any(String) });
    const [entry] = await test.database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: 'claims.readList',
      actorId: admin.id,
      after: { exportedAt: ago(60_000), traders: 3, confirmed: 1, refused: 1, balances: 1, invalid: 1 },
    });
  });

  it('shows the ids that it names as answered until their jobs have confirmed them', async () => {
    const { traderId } = await aClaim();
    const other = await aClaim();
    await send([`${traderId};30;`]);
    const read = async () => (await readClaims()).items.map((claim) => [claim.traderId, claim.isAnswered] as const);
    expect(new Map(await read())).toEqual(
      new Map([
        [traderId, true],
        [other.traderId, false],
      ]),
    );
    await test.jobs.runDue();
    expect(await read()).toEqual([[other.traderId, false]]);
  });

  it('confirms an id at once that a user sends after it', async () => {
    const traderId = newId();
    await readList([`${traderId};30;`]);
    const person = await test.person();
    expect((await person.post('/api/referral-id', { referralId: traderId })).json().user).toMatchObject({
      referralId: traderId,
      balanceCheckedAt: now(),
    });
    expect(await getSignals(person)).toBe(200);
  });

  it('refuses nobody unless it is complete', async () => {
    const { person } = await aClaim();
    test.time.advance(hourMs);
    expect((await readList([`${newId()};1;`])).refused.count).toBe(0);
    expect(await getState(person)).toMatchObject({ state: 'checking' });
  });

  it('never replaces what is known from a later time', async () => {
    const { person, traderId } = await aClaim();
    await admin.post(`/api/admin/claims/${await getClaimId(person)}/confirm`, { balance: 100 });
    const old = await readList([`${traderId};1;`], { exportedAt: ago(hourMs), isComplete: true });
    expect(old).toMatchObject({ traders: 0, outdated: 1, balances: { changed: 0, same: 0 } });
    expect((await person.row()).balance).toBe(100);
  });

  it('counts one that is dated in the future as exported now', async () => {
    const { person, traderId } = await aClaim();
    await readList([`${traderId};25;`], { exportedAt: '2099-01-01T00:00:00Z' });
    expect((await person.row()).balanceCheckedAt?.toISOString()).toBe(now());
  });

  it('gives signals as long as its age allows, then names the reason to user, readiness and operator', async () => {
    const { person, traderId } = await aClaim();
    await readList([`${traderId};25;`]);
    test.time.advance(dayMs);
    expect(await getSignals(person)).toBe(200);
    expect(await test.broker.state()).toBe('ok');
    test.time.advance(1);
    expect(await getSignals(person)).toEqual([
      503,
      'broker_unavailable',
      'The balances from the broker are too old. Signals return once we get the next list. Nothing is wrong with your account.',
    ]);
    expect((await admin.get('/api/ready')).json().checks).toContainEqual({ name: 'broker', state: 'degraded' });
    expect((await readClaims()).list).toMatchObject({ isOld: true, statedAt: ago(dayMs + 1) });
    await readList([`${traderId};26;`]);
    expect(await getSignals(person)).toBe(200);
    expect(await test.broker.state()).toBe('ok');
  });

  it('keeps a self-exclusion that an interface reported before', async () => {
    const person = await test.person({ referralId: newId(), isSelfExcluded: true });
    await readList([`${(await person.row()).referralId};500;`]);
    expect(await person.row()).toMatchObject({ isSelfExcluded: true, balance: 500 });
  });

  it('may have up to a million characters, and no more', async () => {
    const line = '1234567890123456;1234567.89;\n';
    const csv = line.repeat(Math.floor(maxListLength / line.length));
    expect((await readList([], { csv, apply: false })).traders).toBe(1);
    const long = await send([], { csv: csv + line, apply: false });
    expect(getError(long)).toEqual([400, 'validation_failed']);
    expect(getError(await send([], { csv: csv.repeat(4) }))[0]).toBe(413);
  });

  it('of 3,000 traders is applied in jobs, each of a part', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => test.person({ referralId: newId() })));
    const ids = await Promise.all(people.map(async (person) => (await person.row()).referralId));
    const others = Array.from({ length: 2_997 }, (_, index) => `88${index};5;`);
    const result = await readList([...ids.map((id) => `${id};77;`), ...others]);
    expect(result).toMatchObject({ traders: 3_000, unknown: 2_997, balances: { changed: 3 } });
    for (const person of people) expect((await person.row()).balance).toBe(77);
  });

  it('saves the balances of all others when one cannot be saved, whose job is tried again', async () => {
    const [bad, good] = [await test.person({ referralId: newId() }), await test.person({ referralId: newId() })];
    const failingId = (await bad.row()).referralId;
    await readList([`${(await good.row()).referralId};66;`]);
    await test.database.db.update(users).set({ balance: null, balanceCheckedAt: null }).where(eq(users.id, good.id));
    const findTrader: typeof test.broker.findTrader = async (traderId, options) => {
      if (traderId === failingId) throw new Error('out of order');
      return test.broker.findTrader(traderId, options);
    };
    const job = { userIds: [bad.id, good.id] };
    await expect(saveStatedBalances({ ...test.ctx, broker: { ...test.broker, findTrader } }, job)).rejects.toThrow();
    expect((await good.row()).balance).toBe(66);
  });
});

it('lets nobody but administrators read or answer claims, and none where the broker answers itself', async () => {
  const { person } = await aClaim();
  const path = `/api/admin/claims/${await getClaimId(person)}/confirm`;
  expect(getError(await person.get('/api/admin/claims'))).toEqual([403, 'forbidden']);
  expect(getError(await person.post(path, { balance: 1_000 }))).toEqual([403, 'forbidden']);
  expect(getError(await person.post('/api/admin/claims/list', {}))).toEqual([403, 'forbidden']);
  expect(getError(await admin.post('/api/admin/claims/no-such/confirm', { balance: 1 }))).toEqual([404, 'not_found']);
  for (const balance of [-1, 0.001, 1e12, '5']) expect((await admin.post(path, { balance })).statusCode).toBe(400);
  expect(await getState(person)).toMatchObject({ state: 'checking' });

  const other = await createTestTraders();
  const operator = await other.person({ email: adminEmail });
  expect((await operator.get('/api/admin/claims')).json()).toMatchObject({ items: [], list: null });
  const list = { csv: '1;1', columns: { traderId: 0, balance: 1, registered: null }, exportedAt: now() };
  const body = { ...list, isComplete: true, apply: true };
  expect(getError(await operator.post('/api/admin/claims/list', body))).toEqual([404, 'not_found']);
  await other.close();
});
