import { sql } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { users } from '#server/database/schema.ts';

interface Recipient {
  readonly email: string;
  readonly lang: Language;
}

/** The mail address and the language of each account. */
export async function listRecipients(
  db: Database | Transaction,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  const rows = await db
    .select({ id: users.id, email: users.email, lang: users.lang })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...new Set(userIds)])}::uuid[])`);
  return new Map(rows.map(({ id, ...recipient }) => [id, recipient]));
}
