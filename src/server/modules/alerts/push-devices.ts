import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { PushDevice, PushSubscriptionBody } from '#contract/alerts.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { findDevice } from '#domain/accounts/find-device.ts';
import { inTransaction } from '#server/database/connection.ts';
import { lockAccount } from '#server/database/locks.ts';
import { pushSubscriptions } from '#server/database/tables/alert-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import type { AlertsContext } from './alerts-context.ts';

/** More than a person has; the oldest ones leave. */
const maxDevices = 20;
const userAgentLength = 300;

export async function listPushDevices({ db }: AlertsContext, userId: string): Promise<PushDevice[]> {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt));
  return rows.map((row) => ({
    id: row.id,
    createdAt: toInstant(row.createdAt.getTime()),
    ...findDevice(row.userAgent),
    service: new URL(row.endpoint).host,
    lastSentAt: toInstantOrNull(row.lastSentAt),
  }));
}

/** A browser has one endpoint: the user who subscribed last receives its alerts. Returns the id. */
export async function addPushDevice(
  { db, clock, isPushAllowed }: AlertsContext,
  userId: string,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionBody,
  agent: string,
): Promise<string> {
  if (!isPushAllowed(endpoint)) throw apiError('address_not_allowed');
  const device = { userId, p256dh, auth, userAgent: agent.slice(0, userAgentLength), createdAt: new Date(clock.now()) };
  const id = randomUUID();
  return inTransaction(db, async ({ tx }) => {
    if (!(await lockAccount(tx, userId))) throw apiError('unauthenticated');
    const [row] = await tx
      .insert(pushSubscriptions)
      .values({ id, endpoint, ...device })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: device })
      .returning({ id: pushSubscriptions.id });
    await tx.execute(sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc offset ${maxDevices})`);
    return row?.id ?? id;
  });
}

export async function endPushDevice({ db }: AlertsContext, userId: string, id: string): Promise<void> {
  const { rowCount } = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)));
  if (rowCount === 0) throw apiError('not_found');
}
