import { sql } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { users } from '#server/database/schema.ts';

/** The language of each account. */
export async function listLanguagesOf(
  db: Database | Transaction,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Language>> {
  const rows = await db
    .select({ id: users.id, lang: users.lang })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...new Set(userIds)])}::uuid[])`);
  return new Map(rows.map(({ id, lang }) => [id, lang]));
}
