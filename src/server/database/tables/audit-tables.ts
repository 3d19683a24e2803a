import { sql } from 'drizzle-orm';
import { bigserial, check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { auditActions } from '#domain/accounts/audit-action.ts';
import { bytes, instant } from '../columns.ts';

/** Field names and their values. */
export type AuditState = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Administrator actions. Append-only, like the record; ids are retained after their targets are
 * deleted.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }).notNull(),
    at: instant().notNull(),
    /** Who. */
    actorId: uuid().notNull(),
    /** The action, noun and verb: signal.void. */
    action: text({ enum: auditActions }).notNull(),
    /** Id of the target. */
    targetId: text().notNull(),
    /** The administrator's reason. */
    reason: text(),
    /** The fields changed by the action, before and after. Never an e-mail, never a secret. */
    before: jsonb().$type<AuditState>(),
    after: jsonb().$type<AuditState>(),
    /** SHA-256 of this entry and the previous hash; null: written before entries were chained. */
    hash: bytes(),
  },
  (t) => [
    primaryKey({ name: 'audit_log__id', columns: [t.id] }),
    index('audit_log__target_id_idx').on(t.targetId),
    /**
     * Sort order of the administrators' list: all entries, those of one user, those of one action.
     */
    index('audit_log__at_idx').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log__actor_id_idx').on(t.actorId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log__action_idx').on(t.action, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('audit_log__reason', sql`length(${t.reason}) <= 500`),
  ],
);
