import { once } from 'node:events';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { isIdleTimeout } from './is-idle-timeout.ts';

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
