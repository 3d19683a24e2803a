import { and, desc, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import {
  type UserEvent,
  type UserEventKind,
  userEventKinds,
  type UserEvents,
  type UserEventsQuery,
} from '#contract/admin/users.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { findDevice } from '#domain/accounts/find-device.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { sessions, signals, users } from '#server/database/schema.ts';
import type { PagePosition } from '#server/database/pages.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { traderChecks } from '#server/database/tables/trader-tables.ts';
import { cutPage, parseCursor, toCursor } from '#server/http/cursor.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { getListedUser, type OnUser } from './administer-users.ts';

/** What is stored of an account, in one list from the tables that hold it. */
export async function listUserEvents(
  ctx: AccountsContext,
  { adminId: actorId, userId }: OnUser,
  { cursor, limit, kind }: UserEventsQuery,
): Promise<UserEvents> {
  const { db, clock } = ctx;
  const before = parseKindPosition(cursor);
  await getListedUser(ctx, userId);
  if (before === null && userId !== actorId) {
    const entry = { actorId, action: 'user.read', targetId: userId, at: new Date(clock.now()) } as const;
    await inTransaction(db, ({ tx }) => writeAudit(tx, entry));
  }
  const wanted = { userId, before, limit: limit + 1 };
  const lists = await Promise.all(
    userEventKinds.filter((one) => kind === undefined || one === kind).map((one) => sources[one](db, wanted)),
  );
  // Stable, so that those of one instant stay in the order of their kinds and ids.
  const newest = lists.flat().toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const { page, next } = cutPage(newest, limit, (last) => toCursor(Date.parse(last.at), last.kind, last.id));
  return { items: page, nextCursor: next };
}

/** Where a page ends in a list of several tables, whose ids are numbers or UUIDs. */
interface Position extends PagePosition {
  readonly kind: UserEventKind;
}

const PositionText = z.tuple([
  z.string().regex(/^\d{1,15}$/),
  z.enum(userEventKinds),
  z.string().regex(/^[\da-f-]{1,36}$/),
]);

function parseKindPosition(cursor: string | undefined): Position | null {
  const position = parseCursor(cursor, PositionText);
  return position && { at: new Date(Number(position[0])), kind: position[1], id: position[2] };
}

interface Wanted {
  readonly userId: string;
  readonly before: Position | null;
  readonly limit: number;
}

/** The rows of a kind that come after the last event of the page before. */
function isAfter(
  kind: UserEventKind,
  [at, id]: readonly [PgColumn, PgColumn],
  before: Position | null,
): SQL | undefined {
  if (!before) return undefined;
  if (kind === before.kind) return sql`(${at}, ${id}) < (${before.at}, ${sql.param(before.id, id)})`;
  return userEventKinds.indexOf(kind) > userEventKinds.indexOf(before.kind) ? lte(at, before.at) : lt(at, before.at);
}

type Source = (db: Database, wanted: Wanted) => Promise<UserEvent[]>;

const sources: Readonly<Record<UserEventKind, Source>> = {
  audit: async (db, { userId, before, limit }) => {
    const order = [auditLog.at, auditLog.id] as const;
    const { id, at, action, reason } = auditLog;
    const rows = await db
      .select({ id, at, action, reason, actorEmail: users.email })
      .from(auditLog)
      .leftJoin(users, and(eq(users.id, auditLog.actorId), isNull(users.deletedAt)))
      .where(and(eq(auditLog.targetId, userId), isAfter('audit', order, before)))
      .orderBy(...order.map(desc))
      .limit(limit);
    return rows.map((row) => ({ ...row, ...toIdAndInstant(row), kind: 'audit' }));
  },
  mail: async (db, { userId, before, limit }) => {
    const order = [deliveries.queuedAt, deliveries.id] as const;
    const { id, queuedAt: at, channel, kind: message, status, lastFault } = deliveries;
    const rows = await db
      .select({ id, at, channel, message, status, lastFault })
      .from(deliveries)
      .where(and(eq(deliveries.userId, userId), isAfter('mail', order, before)))
      .orderBy(...order.map(desc))
      .limit(limit);
    return rows.map((row) => ({ ...row, ...toIdAndInstant(row), kind: 'mail' }));
  },
  check: async (db, { userId, before, limit }) => {
    const order = [traderChecks.startedAt, traderChecks.id] as const;
    const { id, startedAt: at, traderId, state, answeredAt } = traderChecks;
    const rows = await db
      .select({ id, at, traderId, state, answeredAt })
      .from(traderChecks)
      .where(and(eq(traderChecks.userId, userId), isAfter('check', order, before)))
      .orderBy(...order.map(desc))
      .limit(limit);
    return rows.map((row) => ({
      ...row,
      ...toIdAndInstant(row),
      answeredAt: toInstantOrNull(row.answeredAt),
      kind: 'check',
    }));
  },
  session: async (db, { userId, before, limit }) => {
    const order = [sessions.createdAt, sessions.id] as const;
    const { id, createdAt: at, userAgent, revokedAt } = sessions;
    const rows = await db
      .select({ id, at, userAgent, revokedAt })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isAfter('session', order, before)))
      .orderBy(...order.map(desc))
      .limit(limit);
    return rows.map((row) => {
      const endedAt = toInstantOrNull(row.revokedAt);
      return { ...toIdAndInstant(row), ...findDevice(row.userAgent), endedAt, kind: 'session' };
    });
  },
  signal: async (db, { userId, before, limit }) => {
    const order = [signals.issuedAt, signals.id] as const;
    const { id, issuedAt: at, symbol, direction, duration, aiModel, result, deletedAt } = signals;
    const rows = await db
      .select({ id, at, symbol, direction, duration, aiModel, result, deletedAt })
      .from(signals)
      .where(and(eq(signals.userId, userId), isAfter('signal', order, before)))
      .orderBy(...order.map(desc))
      .limit(limit);
    return rows.map(({ deletedAt: removedAt, ...row }) => {
      return { ...row, ...toIdAndInstant(row), isRemoved: removedAt !== null, kind: 'signal' };
    });
  },
};

const toIdAndInstant = ({ id, at }: { readonly id: string | number; readonly at: Date }) => ({
  id: String(id),
  at: toInstant(at.getTime()),
});
