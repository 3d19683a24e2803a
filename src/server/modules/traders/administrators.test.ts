import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/database/schema.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { balanceHistory } from '#server/database/tables/trader-tables.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { adminEmail, createTestTraders, type Person } from '#tests/support/test-traders.ts';
import { dayMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const reason = 'The owner sent a screenshot of the profile at the broker.';
const test = sharedByTests(createTestTraders);
let admin: Person;
let next = 8_700_000;

beforeAll(async () => {
  admin = await test.person({ email: adminEmail });
});
beforeEach(() => {
  Object.assign(test.fake, { mode: 'normal', change: {} });
  test.mails.length = 0;
  test.time.advance(7_200_000);
});

const newId = (): string => String(next++);
const claim = async (person: Person, referralId: string) => {
  const answer = await person.post('/api/referral-id', { referralId });
  return [answer.statusCode, answer.json<{ code?: string }>().code];
};
const release = async (userId: string, body: object = { reason }, by: Person = admin) => {
  const answer = await by.delete(`/api/admin/users/${userId}/trader`, body);
  return [answer.statusCode, answer.body === '' ? undefined : answer.json<{ code?: string }>().code];
};
const mailsTo = async (person: Person) => {
  const { email } = await person.row();
  return test.mails.filter(({ to }) => to === email).map(({ kind, lang, ...rest }) => ({ kind, lang, ...rest }));
};
const listAudit = (id: string) => test.database.db.select().from(auditLog).where(eq(auditLog.targetId, id));

describe('release of a broker ID by an administrator', () => {
  it('removes ID and balance from the account, mails both users, and is audited with the reason', async () => {
    const [wrong, rightful, third] = [await test.person(), await test.person({ lang: 'ru' }), await test.person()];
    const id = newId();
    expect(await claim(wrong, id)).toEqual([200, undefined]);
    expect(await claim(rightful, id)).toEqual([409, 'trader_taken']);
    expect(await claim(third, newId())).toEqual([200, undefined]);

    expect(await release(wrong.id)).toEqual([204, undefined]);
    expect(await wrong.row()).toMatchObject({
      referralId: null,
      referralConfirmedAt: null,
      balance: null,
      balanceCheckedAt: null,
      isSelfExcluded: false,
    });
    const { db } = test.database;
    expect(await db.$count(balanceHistory, eq(balanceHistory.userId, wrong.id))).toBe(0);
    expect((await wrong.get('/python_api/signal')).json().code).toBe('referral_required');
    expect(await mailsTo(wrong)).toMatchObject([{ kind: 'id_released', lang: 'en', traderId: id }]);
    expect(await mailsTo(rightful)).toMatchObject([{ kind: 'id_available', lang: 'ru', traderId: id }]);
    expect(await mailsTo(third)).toEqual([]);
    expect(await listAudit(wrong.id)).toMatchObject([
      {
        actorId: admin.id,
        action: 'user.releaseTrader',
        reason,
        before: { trader: `…${id.slice(-3)}` },
        after: { trader: null },
      },
    ]);
    expect(await claim(rightful, id)).toEqual([200, undefined]);
    expect((await rightful.row()).referralConfirmedAt).toEqual(new Date(test.time.clock.now()));
  });

  it('is rejected without a reason of 20 to 500 characters, without a trader, and for an unknown user', async () => {
    const [holder, without] = [await test.person(), await test.person()];
    await claim(holder, newId());
    for (const body of [{}, { reason: 'too short' }, { reason: 'x'.repeat(501) }, { reason: ' '.repeat(30) }])
      expect(await release(holder.id, body)).toEqual([400, 'validation_failed']);
    expect(await release(without.id)).toEqual([409, 'user_without_trader']);
    for (const id of [randomUUID(), 'nobody']) expect(await release(id)).toEqual([404, 'user_not_found']);
    expect((await holder.row()).referralId).not.toBeNull();
    expect([await listAudit(holder.id), test.mails]).toEqual([[], []]);
  });

  it('is rejected for other users before anything is read', async () => {
    const holder = await test.person();
    await claim(holder, newId());
    for (const id of [holder.id, 'nobody']) expect(await release(id, {}, holder)).toEqual([403, 'forbidden']);
    expect((await holder.row()).referralId).not.toBeNull();
  });
});

describe('a claim with no signal for a year', () => {
  const heldSince = async (days: number, lastSignalDays: number | null = null) => {
    const id = newId();
    const now = test.time.clock.now();
    const holder = await test.person();
    await claim(holder, id);
    const confirmedAt = new Date(now - days * dayMs);
    await test.database.db.update(users).set({ referralConfirmedAt: confirmedAt }).where(eq(users.id, holder.id));
    const settled = { status: 'settled', result: 'successful', closePrice: 1.1 } as const;
    if (lastSignalDays !== null) {
      const issuedAt = new Date(now - lastSignalDays * dayMs);
      await aLiveSignal(test.database.db, { userId: holder.id, issuedAt, ...settled });
    }
    return { id, holder };
  };

  it('passes to the next user who claims the ID, and its former owner gets a mail', async () => {
    const { id, holder } = await heldSince(366, 366);
    const claimer = await test.person();
    expect(await claim(claimer, id)).toEqual([200, undefined]);
    expect([(await claimer.row()).referralId, (await holder.row()).referralId]).toEqual([id, null]);
    expect((await holder.row()).balance).toBeNull();
    expect(await mailsTo(holder)).toMatchObject([{ kind: 'id_lapsed', traderId: id }]);
    expect((await holder.get('/python_api/signal')).json().code).toBe('referral_required');
  });

  it.each([
    ['a claim exactly one year old', 365, null],
    ['an older claim with a signal within the year', 900, 365],
  ] as const)('%s does not lapse', async (_title, days, lastSignalDays) => {
    const { id, holder } = await heldSince(days, lastSignalDays);
    expect(await claim(await test.person(), id)).toEqual([409, 'trader_taken']);
    expect((await holder.row()).referralId).toBe(id);
    expect(await mailsTo(holder)).toEqual([]);
  });
});

const check = (id: string, by: Person = admin) => by.post(`/api/admin/users/${id}/balance`);
const aTrader = (): Promise<Person> => test.person({ referralId: newId(), balance: 5 });
const getErrorCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];

describe('balance check by an administrator', () => {
  it('queries the broker at once, saves the answer and writes both balances to the audit log', async () => {
    const trader = await aTrader();
    expect((await check(trader.id)).statusCode).toBe(204);
    expect(await trader.row()).toMatchObject({ balance: 124.5, balanceCheckedAt: new Date(test.time.clock.now()) });
    expect(await listAudit(trader.id)).toMatchObject([
      { actorId: admin.id, action: 'user.checkBalance', before: { balance: 5 }, after: { balance: 124.5 } },
    ]);
  });

  it('is not possible for a user without a confirmed id', async () => {
    const person = await test.person();
    expect(getErrorCode(await check(person.id))).toEqual([409, 'user_without_trader']);
    for (const id of [randomUUID(), 'nobody']) expect(getErrorCode(await check(id))).toEqual([404, 'user_not_found']);
    expect(await listAudit(person.id)).toEqual([]);
  });

  it('changes and logs nothing when the broker does not answer', async () => {
    const trader = await aTrader();
    test.fake.mode = '500';
    expect(getErrorCode(await check(trader.id))).toEqual([503, 'broker_unavailable']);
    expect(await trader.row()).toMatchObject({ balance: 5 });
    expect(await listAudit(trader.id)).toEqual([]);
  });

  it('is rejected with 403 for everyone else, before any lookup', async () => {
    const trader = await aTrader();
    const requested = test.fake.requested.length;
    for (const id of [trader.id, 'nobody']) expect(getErrorCode(await check(id, trader))).toEqual([403, 'forbidden']);
    expect(test.fake.requested).toHaveLength(requested);
    expect(await trader.row()).toMatchObject({ balance: 5 });
  });
});
