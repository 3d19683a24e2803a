import { StartError } from '#node/start-error.ts';
import { getErrorCode } from '#domain/caught-error.ts';
import { isDatabaseUnavailable } from './connection-errors.ts';

/** Host, port and name of the database, without its user and password. */
export function describeDatabase(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** What the operator reads when an embedded server has ended; `log`: its last lines. */
export const describeExit = (log: string): string => `The embedded database exited unexpectedly:\n${log}`;

/** What the operator can do about an error of the database at a start; null: it is another error. */
export function toDatabaseStartError(error: unknown, url: string): StartError | null {
  const where = describeDatabase(url);
  const code = findCode(error);
  if (code === '28P01' || code === '28000')
    return new StartError(`The database at ${where} refuses this user or password. Correct DATABASE_URL.`);
  if (code === '3D000') {
    const { pathname, hostname } = new URL(url);
    return new StartError(
      `There is no database ${pathname.slice(1)} at ${hostname}. Create it, or correct DATABASE_URL.`,
    );
  }
  if (code === '55P03')
    return new StartError(
      `The tables at ${where} are in use by long transactions, so that they could not be migrated. End them (pg_stat_activity), and start again.`,
    );
  return isDatabaseUnavailable(error)
    ? new StartError(`The database at ${where} does not answer. Start it, or correct DATABASE_URL.`)
    : null;
}

/** Drizzle wraps the driver's error. */
const findCode = (error: unknown): string | undefined =>
  getErrorCode(error) ?? (error instanceof Error ? getErrorCode(error.cause) : undefined);
