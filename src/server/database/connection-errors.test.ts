import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { connectDatabase } from './connection.ts';
import { isIdleTimeout } from './connection-errors.ts';

const url = (): string => inject('testServerUrl').replace(/[^/]+$/, 'postgres');

it('is true for a session that the server ended because it was idle', async () => {
  const options = '-c idle_session_timeout=100';
  const client = new pg.Client({ connectionString: url(), options });
  const lost = once(client, 'error');
  await client.connect();
  const [error] = await lost;
  expect(isIdleTimeout(error)).toBe(true);
  await client.end();
});

it('is false for one that an administrator ended', async () => {
  const client = new pg.Client({ connectionString: url() });
  client.on('error', () => undefined);
  await client.connect();
  const error: unknown = await client.query('select pg_terminate_backend(pg_backend_pid())').catch((e: unknown) => e);
  expect(error).toMatchObject({ code: '57P01' });
  expect(isIdleTimeout(error)).toBe(false);
  await client.end();
});

/** Returns when the session has ended; this process does nothing else meanwhile. */
const blockUntilEnded = (pid: number): void => {
  const script = `import pg from 'pg';
    const [, connectionString, pid] = process.argv;
    const client = new pg.Client({ connectionString });
    await client.connect();
    const count = async () => (await client.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount;
    while ((await count()) > 0);
    await client.end();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script, url(), String(pid)]);
};

it('is not met by a query of a pool whose process was busy: it is sent again', async () => {
  const { pool, close } = connectDatabase({ url: url(), onIdleError: () => undefined, maxConnections: 1 });
  await pool.query('set idle_session_timeout = 100');
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  blockUntilEnded(rows[0]?.pid ?? 0);
  expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }]);
  await close();
});
