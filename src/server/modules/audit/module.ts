import { auditEndpoints, type AuditEntry, type AuditPage, type AuditQuery } from '#contract/admin/audit.ts';
import { toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { Count, cutPage, parseCursor, toCursor } from '#server/http/cursor.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { countEntries, hashOfEntry, listActors, type ListedEntry, listEntries } from './audit.repository.ts';

interface AuditContext extends Platform {
  readonly accounts: AccountsApi;
}

/** The audit log as administrators read it; use cases write it by `writeAudit`. */
export const auditModule = ({ db, accounts }: AuditContext): ServerModule => ({
  routes: [
    serveEndpoints(auditEndpoints, accounts.guards, {
      'GET /api/admin/audit': (request) => readAudit(db, request.query),
    }),
  ],
  api: {},
  components: [],
});

/** Actions of administrators, each entry verified against its hash. */
async function readAudit(db: Database, { cursor, limit, ...filters }: AuditQuery): Promise<AuditPage> {
  const before = parseCursor(cursor, Count)?.[0] ?? null;
  const [rows, total, actors] = await Promise.all([
    listEntries(db, { filters, before, limit: limit + 1 }),
    countEntries(db, filters),
    listActors(db),
  ]);
  const { page, next } = cutPage(rows, limit, ({ entry }) => toCursor(entry.id));
  return { items: page.map(toEntryDto), nextCursor: next, total, actors };
}

const toEntryDto = ({ entry, previous, actorEmail, targetEmail, targetNumber }: ListedEntry): AuditEntry => ({
  id: entry.id,
  at: toInstant(entry.at.getTime()),
  actor: { id: entry.actorId, email: actorEmail },
  action: entry.action,
  targetId: entry.targetId,
  targetEmail,
  targetNumber,
  reason: entry.reason,
  before: entry.before,
  after: entry.after,
  fingerprint: entry.hash && entry.hash.toString('hex'),
  // Entries from before the chain have no hash to verify.
  isIntact: entry.hash === null ? previous === null : hashOfEntry(previous, entry).equals(entry.hash),
});
