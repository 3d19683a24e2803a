import { desc, eq } from 'drizzle-orm';
import type { auditLog as AuditLog } from '#server/database/signal-tables.ts';
import { auditLog } from '#server/database/signal-tables.ts';
import { wireAdmin } from '#server/services/wire-admin.ts';
import { adminEmail, createTestSignals, type SignalPerson, type TestSignals } from './test-signals.ts';

type AuditRow = typeof AuditLog.$inferSelect;

/** The administrators' side of the product beside its signals, on a database of its own. */
export interface TestAdmin extends TestSignals {
  /** Named by ADMIN_EMAILS. */
  readonly admin: SignalPerson;
  /** Entries about a target, the newest first. */
  audit(targetId: string): Promise<AuditRow[]>;
}

export const internalEmail = 'tester@kurs.example';

export async function createTestAdmin(): Promise<TestAdmin> {
  const test = await createTestSignals({
    alsoServe: (parts) =>
      wireAdmin({
        ...parts,
        config: { access: parts.access, adminEmails: [adminEmail], internalEmails: [internalEmail] },
      }).modules,
  });
  const { db } = test.database;
  return Object.assign(test, {
    admin: await test.person({ email: adminEmail }),
    audit: (targetId: string) =>
      db.select().from(auditLog).where(eq(auditLog.targetId, targetId)).orderBy(desc(auditLog.id)),
  });
}
