import pg from 'pg';
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
  const advice = findAdvice(error, url);
  return advice === null ? null : new StartError(advice + quoteServer(error));
}

function findAdvice(error: unknown, url: string): string | null {
  const where = describeDatabase(url);
  const { pathname, hostname } = new URL(url);
  switch (findCode(error)) {
    case '28P01':
    case '28000':
      return `The database at ${where} refuses this user or password. Correct DATABASE_URL.`;
    case '3D000':
      return `There is no database ${pathname.slice(1)} at ${hostname}. Create it, or correct DATABASE_URL.`;
    case '42501':
      return `The user of DATABASE_URL lacks a right at ${where}. Grant it CREATE on the database and on its schema public.`;
    case '25006':
      return `The database at ${where} is a read-only copy. Let DATABASE_URL lead to the server that it copies.`;
    case '55P03':
      return `The tables at ${where} are in use by long transactions, so that they could not be migrated. End them (pg_stat_activity), and start again.`;
  }
  if (!isDatabaseUnavailable(error)) return null;
  return findAnswer(error) === null
    ? `The database at ${where} does not answer. Start it, or correct DATABASE_URL.`
    : `The database at ${where} does not let this product in. Correct that, or DATABASE_URL.`;
}

/** The server's own words at the end of a sentence; empty: it has not answered. */
export const quoteServer = (error: unknown): string => {
  const answer = findAnswer(error);
  return answer === null ? '' : ` It says: ${answer.message}`;
};

/** What the server, or a pooler in front of it, has answered. */
function findAnswer(error: unknown): pg.DatabaseError | null {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof pg.DatabaseError) return one;
  return null;
}

/** Drizzle wraps the driver's error. */
const findCode = (error: unknown): string | undefined =>
  getErrorCode(error) ?? (error instanceof Error ? getErrorCode(error.cause) : undefined);
