interface OnlineStatement {
  /** Name of the index that it builds, as written in the statement. */
  readonly builds: string | null;
}

const name = '("[^"]+"|[a-z_]\\w*)';
const createIndex = new RegExp(`^create (?:unique )?index concurrently if not exists ${name} on `, 'i');
const dropIndex = new RegExp(`^drop index concurrently if exists ${name}$`, 'i');
const validate = new RegExp(`^alter table ${name} validate constraint ${name}$`, 'i');

/**
 * A statement that does not block writers while it scans a table and is safe to repeat; null: any
 * other statement.
 */
export function onlineStatement(statement: string): OnlineStatement | null {
  const text = plain(statement);
  const builds = createIndex.exec(text)?.[1] ?? null;
  return builds !== null || dropIndex.test(text) || validate.test(text) ? { builds } : null;
}

/** Whether a migration file that contains this statement runs outside a transaction. */
export const isOnline = (statement: string): boolean =>
  / concurrently |\bvalidate constraint\b/i.test(plain(statement));

/** The statement without comments, line breaks and the trailing semicolon. */
const plain = (statement: string): string =>
  statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().replace(/ ?;$/, '');
