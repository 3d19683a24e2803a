import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { pushKeys, pushSubscriptions } from '#server/database/tables/alert-tables.ts';
import type { Executor } from '#server/database/connection.ts';

export type PushDeviceRow = typeof pushSubscriptions.$inferSelect;
export const listPushDevices = (db: Executor, userId: string): Promise<PushDeviceRow[]> =>
  db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt));

/** The devices of these users. */
export const listPushTargets = async (
  tx: Executor,
  userIds: readonly string[],
): Promise<Pick<PushDeviceRow, 'id' | 'userId'>[]> =>
  userIds.length === 0
    ? []
    : tx
        .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
        .from(pushSubscriptions)
        .where(inArray(pushSubscriptions.userId, [...userIds]));

export const findPushDevice = async (db: Executor, id: string): Promise<PushDeviceRow | undefined> =>
  (await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id)))[0];

/** A browser has one endpoint: the user who subscribed last receives its alerts. Returns the id. */
export async function upsertPushDevice(db: Executor, device: typeof pushSubscriptions.$inferInsert): Promise<string> {
  const { id: _id, endpoint: _endpoint, ...change } = device;
  const [row] = await db
    .insert(pushSubscriptions)
    .values(device)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: change })
    .returning({ id: pushSubscriptions.id });
  return row?.id ?? device.id;
}

export const deletePushDevice = async (db: Executor, userId: string, id: string): Promise<boolean> =>
  (
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)))
      .returning()
  ).length > 0;

/** Its push service says that nobody listens any more. */
export const deleteGoneDevice = async (db: Executor, id: string): Promise<void> => {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
};

/** All but the newest ones of a user. */
export const deleteOldestDevices = async (tx: Executor, userId: string, keep: number): Promise<void> => {
  await tx.execute(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc offset ${keep})`);
};

export const touchPushDevice = async (db: Executor, id: string, lastSentAt: Date): Promise<void> => {
  await db.update(pushSubscriptions).set({ lastSentAt }).where(eq(pushSubscriptions.id, id));
};

export const findPushKey = async (db: Executor) => (await db.select().from(pushKeys))[0];

export const insertPushKey = async (db: Executor, key: typeof pushKeys.$inferInsert): Promise<void> => {
  await db.insert(pushKeys).values(key).onConflictDoNothing();
};
