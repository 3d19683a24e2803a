import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { AuditQuery } from '#contract/admin-audit.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { recordLeaves, users } from '#server/database/schema.ts';
import { auditLog } from '#server/database/signal-tables.ts';
import type { AuditRow } from './hash-of-entry.ts';

export interface ListedEntry {
  readonly entry: AuditRow;
  /** The hash that its own builds on. */
  readonly previous: Buffer | null;
  /** Null: the account is gone. */
  readonly actorEmail: string | null;
  readonly targetEmail: string | null;
  /** On the record, of a signal. */
  readonly targetNumber: number | null;
}

type Filters = Omit<AuditQuery, 'cursor' | 'limit'>;

const chosen = ({ who, action, from, to }: Filters): SQL | undefined =>
  and(
    who === undefined ? undefined : eq(auditLog.actorId, who),
    action && eq(auditLog.action, action),
    from === undefined ? undefined : gte(auditLog.at, new Date(from)),
    to === undefined ? undefined : lt(auditLog.at, new Date(to)),
  );

/** Null: the account is gone. */
const emailOfActor = sql<string | null>`case when ${users.deletedAt} is null then ${users.email} end`;

const isTarget = sql.raw('::text = audit_log.target_id');

export const findLastHash = async (tx: Transaction): Promise<Buffer | null> =>
  (await tx.select({ hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]?.hash ?? null;

/** Newest first, those with ids below `before`. */
export const listEntries = (
  db: Database,
  { filters, before, limit }: { filters: Filters; before: number | null; limit: number },
): Promise<ListedEntry[]> =>
  db
    .select({
      entry: auditLog,
      previous: sql<Buffer | null>`(select p.hash from audit_log p where p.id < audit_log.id order by p.id desc limit 1)`,
      actorEmail: emailOfActor,
      targetEmail: sql<string | null>`(select u.email from users u where u.id${isTarget} and u.deleted_at is null)`,
      targetNumber: sql<
        number | null
      >`(select l.index from record_leaves l where l.signal_id${isTarget} and l.kind = 'signal')`.mapWith(
        recordLeaves.index,
      ),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(chosen(filters), before === null ? undefined : lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(limit);

export const countEntries = async (db: Database, filters: Filters): Promise<number> =>
  (await db.select({ count: sql<number>`count(*)::int` }).from(auditLog).where(chosen(filters)))[0]?.count ?? 0;

/** Everybody who did something, as far as the account is still there. */
export const listActors = (db: Database): Promise<{ id: string; email: string }[]> =>
  db
    .selectDistinct({ id: users.id, email: users.email })
    .from(auditLog)
    .innerJoin(users, and(eq(users.id, auditLog.actorId), isNull(users.deletedAt)))
    .orderBy(users.email);

export const findNewestEntry = async (
  db: Database,
  targetId: string,
  action: AuditRow['action'],
): Promise<{ entry: AuditRow; actorEmail: string | null } | undefined> =>
  (
    await db
      .select({ entry: auditLog, actorEmail: emailOfActor })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.actorId))
      .where(and(eq(auditLog.targetId, targetId), eq(auditLog.action, action)))
      .orderBy(desc(auditLog.id))
      .limit(1)
  )[0];
