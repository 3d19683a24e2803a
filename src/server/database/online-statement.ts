interface OnlineStatement {
  /** The index that it builds, as written in the statement. */
  readonly builds: string | null;
}

const name = '("[^"]+"|[a-z_]\\w*)';
const createIndex = new RegExp(`^create (?:unique )?index concurrently if not exists ${name} on `, 'i');
const dropIndex = new RegExp(`^drop index concurrently if exists ${name}$`, 'i');
const validate = new RegExp(`^alter table ${name} validate constraint ${name}$`, 'i');

/** A statement that blocks no writer while it scans a table, and does no harm when run again; null: any other. */
export function onlineStatement(statement: string): OnlineStatement | null {
  const text = plain(statement);
  const builds = createIndex.exec(text)?.[1] ?? null;
  return builds !== null || dropIndex.test(text) || validate.test(text) ? { builds } : null;
}

/** Whether a migration file with this statement runs outside a transaction. */
export const isOnline = (statement: string): boolean =>
  / concurrently |\bvalidate constraint\b/i.test(plain(statement));

/** Without comments, line breaks and the semicolon at the end. */
const plain = (statement: string): string =>
  statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().replace(/ ?;$/, '');
