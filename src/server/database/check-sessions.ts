import { randomInt } from 'node:crypto';
import pg from 'pg';
import { StartError } from '#node/start-error.ts';
import { connectionSettings, databaseTimeouts, poolSession } from './connection-settings.ts';
import { describeDatabase } from './database-start-error.ts';

/**
 * Refuses a database whose sessions do not keep what is set and locked in them: there two processes
 * would lead at once, and no timeout would hold.
 */
export async function requireSessions(url: string): Promise<void> {
  const sessionError = await findSessionError(url);
  if (sessionError !== null)
    throw new StartError(
      `The database at ${describeDatabase(url)} cannot be used through this connection: ${sessionError}.\nA pooler between this product and PostgreSQL must give each connection a session of its own (PgBouncer: pool_mode = session), or DATABASE_URL lead to PostgreSQL itself.`,
    );
}

/** Null: they do. */
export async function findSessionError(url: string): Promise<string | null> {
  const { Client, ...settings } = connectionSettings(url, { ...databaseTimeouts, connect: databaseTimeouts.answer });
  const [first, second] = [new Client(settings), new Client(settings)];
  // A broken connection also rejects the running query.
  for (const client of [first, second]) client.on('error', () => undefined);
  try {
    await first.connect();
    await second.connect();
    const lost = await probeLock(first, second).catch((error: unknown) => {
      // A pooler's answer to what it does not pass on.
      if (error instanceof pg.DatabaseError && error.code === '08P01') return error.message;
      throw error;
    });
    return lost ?? (await findLostSetting(first));
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

/**
 * Over two transactions, while another client has one open: a pooler that shares sessions would give
 * that one the session of the first, or the first another one for its second transaction.
 */
async function probeLock(first: pg.Client, second: pg.Client): Promise<string | null> {
  const key = [randomInt(2 ** 31)];
  const lock = 'select pg_try_advisory_lock($1) as done';
  const unlock = 'select pg_advisory_unlock($1) as done';
  const ask = async (client: pg.Client, statement: string): Promise<boolean> =>
    (await client.query<{ done: boolean }>(statement, key)).rows[0]?.done === true;
  await ask(first, lock);
  await second.query('begin');
  const isShared = await ask(second, lock);
  if (isShared) for (let held = 0; held < 2; held += 1) await ask(second, unlock);
  const isKept = !isShared && (await ask(first, unlock));
  await second.query('rollback');
  return isKept ? null : 'a session lasts no longer than a transaction, so that locks and settings are lost';
}

async function findLostSetting(client: pg.Client): Promise<string | null> {
  const wanted = poolSession(databaseTimeouts);
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(wanted)],
  );
  const lost = rows.filter(({ name, setting }) => setting !== wanted[name]);
  return lost.length === 0
    ? null
    : lost.map(({ name, setting }) => `${name} is ${setting} after it was set`).join(', ');
}
