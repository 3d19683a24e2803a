import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '#server/database/tables/signal-tables.ts';
import { adminEmail, createTestTraders, type Person, type TestTraders } from '#tests/support/test-traders.ts';

let test: TestTraders;
let admin: Person;
let count = 0;

beforeAll(async () => {
  test = await createTestTraders();
  admin = await test.person({ email: adminEmail });
});
afterAll(() => test.close());
beforeEach(() => {
  Object.assign(test.fake, { mode: 'normal', change: {} });
  test.time.advance(7_200_000);
});

const check = (id: string, by: Person = admin) => by.post(`/api/admin/users/${id}/balance`);
const aTrader = (): Promise<Person> => test.person({ referralId: String(8_800_000 + count++), balance: 5 });
const listAudit = (id: string) => test.database.db.select().from(auditLog).where(eq(auditLog.targetId, id));
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
