import canonicalize from 'canonicalize';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { AuditQuery } from '#contract/admin/audit.ts';
import { toInstant } from '#contract/wire.ts';
import { sha256 } from '#node/notes.ts';
import type { Database } from '#server/database/connection.ts';
import { countUpTo } from '#server/database/pages.ts';
import { signals, users } from '#server/database/schema.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';

type AuditRow = typeof auditLog.$inferSelect;

export interface ListedEntry {
  readonly entry: AuditRow;
  /** Hash of the preceding entry, which the hash of this one builds on. */
  readonly previous: Buffer | null;
  /** Null: the account was deleted. */
  readonly actorEmail: string | null;
  readonly targetEmail: string | null;
  /** Number on the record, if the target is a signal. */
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

/** Null: the account was deleted. */
const emailOfActor = sql<string | null>`case when ${users.deletedAt} is null then ${users.email} end`;

/** The target as a UUID, so that it is looked up by index; null: it is not a UUID. */
const targetUuid = sql.raw(`(case when audit_log.target_id ~
  '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then audit_log.target_id::uuid end)`);

/** Newest first, only entries before the entry `before`. */
export const listEntries = (
  db: Database,
  { filters, before, limit }: { filters: Filters; before: number | null; limit: number },
): Promise<ListedEntry[]> =>
  db
    .select({
      entry: auditLog,
      previous: sql<Buffer | null>`(select p.hash from audit_log p where p.id < audit_log.id order by p.id desc limit 1)`,
      actorEmail: emailOfActor,
      targetEmail: sql<
        string | null
      >`(select u.email from users u where u.id = ${targetUuid} and u.deleted_at is null)`,
      targetNumber: sql<number | null>`(select s.record_index from signals s where s.id = ${targetUuid})`.mapWith(
        signals.recordIndex,
      ),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(chosen(filters), before === null ? undefined : isBefore(before)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);

const isBefore = (id: number): SQL =>
  sql`(${auditLog.at}, ${auditLog.id}) < (select b.at, b.id from audit_log b where b.id = ${id})`;

/** Null: beyond the counting limit. */
export const countEntries = (db: Database, filters: Filters): Promise<number | null> =>
  countUpTo(db, db.select({ id: auditLog.id }).from(auditLog).where(chosen(filters)));

/**
 * All actors whose account still exists, by one index probe each, whatever the length of the log.
 */
export const listActors = async (db: Database): Promise<{ id: string; email: string }[]> =>
  (
    await db.execute<{ id: string; email: string }>(sql`
      with recursive actors as (
        (select actor_id from audit_log order by actor_id limit 1)
        union all
        select (select l.actor_id from audit_log l where l.actor_id > a.actor_id order by l.actor_id limit 1)
        from actors a where a.actor_id is not null
      )
      select u.id, u.email from actors a join users u on u.id = a.actor_id
      where u.deleted_at is null order by u.email`)
  ).rows;

type Hashed = Pick<AuditRow, 'actorId' | 'action' | 'targetId' | 'reason' | 'before' | 'after' | 'at'>;

/**
 * SHA-256 of the preceding hash and the entry as canonical JSON (RFC 8785): changing one entry
 * breaks the next.
 */
export function hashOfEntry(previous: Buffer | null, entry: Hashed): Buffer {
  const { actorId, action, targetId, reason, before, after, at } = entry;
  const text = canonicalize({ actorId, action, targetId, reason, before, after, at: toInstant(at.getTime()) });
  return Buffer.from(sha256(previous ?? '', text ?? ''));
}
