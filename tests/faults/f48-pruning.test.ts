import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pruneOnTimer, retentionRules } from '#server/modules/retention/module.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { startProduct } from '#tests/support/product.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const oldRows = 5_000;
const secret = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  const userId = await aUser(database.db);
  await database.pool.query(
    `insert into user_events (user_id, name, data, at)
     select '${userId}', 'signal', '{}', now() - interval '8 days' from generate_series(1, ${oldRows})`,
  );
  await database.pool.query(
    `insert into ticks select 'deriv', 'EURUSD', now() - interval '8 days' + n * interval '1 ms', 1, 1
     from generate_series(1, ${oldRows}) n`,
  );
});
afterEach(() => database.close());

const count = async (table: 'ticks' | 'user_events') =>
  Number((await database.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);

test('F48: the product starts to listen without waiting for old rows to be deleted', async () => {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  // Blocks the deletion of these rows until the end of this test.
  await holder.query('select 1 from user_events for update');
  await holder.query('select 1 from ticks for update');
  const product = await startProduct({ DATABASE_URL: database.url, DEMO: 'on', SECRET: secret });
  try {
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
    expect([await count('user_events'), await count('ticks')]).toEqual([oldRows, oldRows]);
  } finally {
    await holder.end();
    await product.stop();
  }
});

/** Runs each task on demand; resolves with the delay before the next one. */
function manualScheduler() {
  let due: { readonly ms: number; readonly task: () => void } | null = null;
  let onScheduled: (ms: number) => void = () => undefined;
  return {
    after: (ms: number, task: () => void) => {
      due = { ms, task };
      onScheduled(ms);
      return () => {
        due = null;
      };
    },
    isEmpty: () => due === null,
    run: () => {
      const scheduled = new Promise<number>((resolve) => {
        onScheduled = resolve;
      });
      due?.task();
      return scheduled;
    },
  };
}

const roundOver = 600_000;

test('F48: a timer deletes old rows in batches, and a failing table affects neither the other tables nor the next round', async () => {
  await database.pool.query(
    `create trigger ticks__broken before delete on ticks for each statement execute function refuse_change()`,
  );
  const errors: unknown[] = [];
  const scheduler = manualScheduler();
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line)) });
  const pruning = pruneOnTimer(testPlatform(database, { clock: Date, scheduler, log }));
  pruning.start();
  expect(await count('user_events')).toBe(oldRows);

  const left: number[] = [];
  while ((await scheduler.run()) !== roundOver) left.push(await count('user_events'));
  expect([...new Set(left)]).toEqual([oldRows, 3_000, 1_000, 0]);
  expect(errors).toEqual([expect.objectContaining({ table: 'ticks' })]);
  expect(await count('ticks')).toBe(oldRows);

  await database.pool.query('drop trigger ticks__broken on ticks');
  let batches = 0;
  while ((await scheduler.run()) !== roundOver) batches += 1;
  expect([await count('ticks'), errors.length]).toEqual([0, 1]);
  expect(batches).toBe(retentionRules.length);
  await pruning.stop();
  expect(scheduler.isEmpty()).toBe(true);
});
