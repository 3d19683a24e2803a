import { asc } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import { recordLeaves } from '#server/database/tables/record-tables.ts';
import { createLeafChecks, type LeafChecks } from '#record/verify/check-leaves.ts';
import { createFindings } from '#record/verify/findings.ts';

/** The leaves of a database as the verifier reads them at `now`; `failures`: what breaks a rule. */
export async function checkDatabase(
  db: Database,
  now: number,
): Promise<{ readonly failures: readonly string[]; readonly checks: LeafChecks }> {
  const findings = createFindings(() => undefined);
  const checks = createLeafChecks({ now, origin: 'kurs.example/record' }, findings);
  for (const { leaf } of await db.select().from(recordLeaves).orderBy(asc(recordLeaves.index))) checks.add(leaf);
  checks.finish(null);
  return { failures: findings.failures().map(({ rule, leaf, text }) => `rule ${rule}, leaf ${leaf}: ${text}`), checks };
}
