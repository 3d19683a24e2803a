import { beforeAll, describe, expect, it } from 'vitest';
import { findSessionError } from '#server/database/open-database.ts';
import { databaseTimeouts, poolSession } from '#server/database/connection-settings.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { describeWithPgBouncer, startPgBouncer } from '#tests/support/database/start-pgbouncer.ts';
import { startProduct, startToEnd } from '#tests/support/product.ts';
import { administer, createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

/** What an operator, a database or a role may have set, and the product must not inherit. */
const foreign = {
  datestyle: 'German, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Asia/Kolkata',
  standard_conforming_strings: 'off',
  extra_float_digits: '-10',
  bytea_output: 'escape',
  search_path: 'pg_temp',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  lock_timeout: '0',
  statement_timeout: '0',
};

const database = sharedByTests(createTestDatabase);
const product = { DEMO: 'on', FEED: 'simulated', SIMULATED_SEED: '1' };

beforeAll(async () => {
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(foreign))
    await administer(`alter database ${name} set ${setting} to ${setting === 'datestyle' ? value : `'${value}'`}`);
});

/** Over a session that the client has begun: its settings, and values that they could change. */
async function readOver(url: string) {
  const { pool, close } = connectDatabase({ url, onIdleError: () => undefined });
  const wanted = poolSession(databaseTimeouts);
  const { rows: settings } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(wanted)],
  );
  const { rows } = await pool.query(
    String.raw`select '2026-03-02T10:11:12.345Z'::timestamptz as at, 0.1::float8 + 0.2 as sum, '\x00ff'::bytea as bytes`,
  );
  await close();
  return { settings: Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), values: rows[0] };
}

const asSet = {
  settings: poolSession(databaseTimeouts),
  values: { at: new Date('2026-03-02T10:11:12.345Z'), sum: 0.1 + 0.2, bytes: Buffer.from([0, 255]) },
};

describe('F57 a database with other defaults', () => {
  it('gives the client its own in every session', async () => {
    expect(await readOver(database.url)).toEqual(asSet);
    expect(await findSessionError(database.url)).toBeNull();
  });

  it('runs the product, which reads its own times', async () => {
    const running = await startProduct({ ...product, DATABASE_URL: database.url });
    const ready = await (await fetch(`${running.url}/api/ready`)).json();
    await running.stop();
    expect(ready).toMatchObject({ ready: true, leader: { leading: true, ageMs: expect.any(Number) } });
    expect(running.output()).not.toMatch(/"level":[45]0/);
  });

  it('is refused with the words of the server where the role may not create', async () => {
    const role = `narrow_${process.pid}`;
    await administer(`create role ${role} login password 'narrow'`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'narrow' });
    const { code, output } = await startToEnd({ ...product, DATABASE_URL: url.href });
    await administer(`drop role ${role}`);
    expect([code, output]).toEqual([
      78,
      expect.stringMatching(/Grant it CREATE.* The server answered: permission denied for/),
    ]);
  });
});

describeWithPgBouncer('F57 a pooler in front of the database', () => {
  it('works by sessions: the client has its settings, and the product leads', async () => {
    const pooler = await startPgBouncer(database.url, 'session');
    expect(await readOver(pooler.url)).toEqual(asSet);
    const running = await startProduct({ ...product, DATABASE_URL: pooler.url });
    const ready = await (await fetch(`${running.url}/api/ready`)).json();
    await running.stop();
    await pooler.stop();
    expect(ready.leader).toMatchObject({ leading: true });
  });

  it.each([
    ['transaction', 'a session lasts no longer than a transaction'],
    ['statement', 'transaction blocks not allowed in statement pooling mode'],
  ] as const)('is refused when it shares sessions by %s', async (mode, words) => {
    const pooler = await startPgBouncer(database.url, mode);
    const { code, output } = await startToEnd({ ...product, DATABASE_URL: pooler.url });
    await pooler.stop();
    expect([code, output]).toEqual([78, expect.stringContaining(words)]);
  });
});
