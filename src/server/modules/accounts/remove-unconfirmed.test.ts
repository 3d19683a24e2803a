import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountLinks, users } from '#server/database/schema.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createRemoveUnconfirmed, removeUnconfirmedHourly } from './remove-unconfirmed.ts';

const dayMs = 86_400_000;
const now = Date.parse('2026-03-09T09:00:00.000Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function aPerson(ageDays: number, isActivated: boolean): Promise<string> {
  const id = randomUUID();
  const createdAt = new Date(now - ageDays * dayMs);
  const user = { id, email: `${id}@example.com`, passwordHash: 'none', lang: 'uk', isActivated, createdAt };
  await database.db.insert(users).values(user);
  const link = { tokenHash: Buffer.from(id), userId: id, purpose: 'activation' as const, email: user.email };
  await database.db.insert(accountLinks).values({ ...link, createdAt, expiresAt: createdAt });
  return id;
}

test('an account that nobody confirmed for seven days goes with its links, and no other', async () => {
  await aPerson(7.01, false);
  const young = await aPerson(6.99, false);
  const confirmed = await aPerson(400, true);
  expect(await createRemoveUnconfirmed({ db: database.db, clock: { now: () => now } })()).toBe(1);
  const left = await database.db.select({ id: users.id }).from(users);
  expect(left.map(({ id }) => id).sort()).toEqual([young, confirmed].sort());
});

test('an account whose owner has just asked for the mail again stays as long as that mail says', async () => {
  const id = await aPerson(8, false);
  const sentAt = new Date(now - 1_000);
  const link = { tokenHash: Buffer.from(`second ${id}`), userId: id, purpose: 'activation' as const };
  await database.db
    .insert(accountLinks)
    .values({ ...link, email: 'x@example.com', createdAt: sentAt, expiresAt: sentAt });
  const removeAt = (instant: number) => createRemoveUnconfirmed({ db: database.db, clock: { now: () => instant } })();
  await removeAt(now);
  expect(await database.db.select({ id: users.id }).from(users)).toContainEqual({ id });
  await removeAt(now + 7 * dayMs);
  expect(await database.db.select({ id: users.id }).from(users)).not.toContainEqual({ id });
});

test('is done by the hour until it is stopped, also after a failure', async () => {
  const due: (() => void)[] = [];
  let isCancelled = false;
  const after = (ms: number, task: () => void) => {
    expect(ms).toBe(3_600_000);
    due.push(task);
    return () => {
      isCancelled = true;
    };
  };
  let rounds = 0;
  const remove = async (): Promise<number> => {
    rounds += 1;
    throw new Error('the database is away');
  };
  const stop = removeUnconfirmedHourly({ remove, after, log: silentLog });
  due[0]?.();
  due[1]?.();
  expect([rounds, due.length]).toEqual([2, 3]);
  stop();
  expect(isCancelled).toBe(true);
});
