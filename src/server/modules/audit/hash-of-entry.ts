import canonicalize from 'canonicalize';
import { toInstant } from '#contract/wire.ts';
import type { auditLog } from '#server/database/tables/signal-tables.ts';
import { sha256 } from '#node/sha256.ts';

export type AuditRow = typeof auditLog.$inferSelect;
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
