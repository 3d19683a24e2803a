import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { inTransaction, type Transaction } from './connection.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let effects: string[];
beforeAll(async () => {
  await database.pool.query('create table written (what text primary key)');
  await database.pool.query('create table reviewed (what text references written deferrable initially deferred)');
});
beforeEach(async () => {
  effects = [];
  await database.pool.query('truncate written, reviewed');
});

const write = (tx: Transaction, what: string) => tx.execute(sql`insert into written values (${what})`);
const written = async () =>
  (await database.pool.query<{ what: string }>('select what from written order by what')).rows.map(({ what }) => what);
const deadlock = (tx: Transaction) => tx.execute(sql`do $$ begin raise exception using errcode = '40P01'; end $$`);

it('runs effects once, in order, after the commit and before the call resolves', async () => {
  let seen: Promise<string[]> | undefined;
  const result = await inTransaction(database.db, async ({ tx, afterCommit }) => {
    afterCommit(() => {
      effects.push('first');
      seen = written();
    });
    await write(tx, 'row');
    afterCommit(() => void effects.push('second'));
    expect(effects).toEqual([]);
    return 'result';
  });
  expect([result, effects, await seen]).toEqual(['result', ['first', 'second'], ['row']]);
});

it('drops effects when the work or the commit fails', async () => {
  const failed = inTransaction(database.db, async ({ tx, afterCommit }) => {
    await write(tx, 'row');
    afterCommit(() => void effects.push('of failed work'));
    throw new Error('the work failed');
  });
  await expect(failed).rejects.toThrow('the work failed');

  const refused = inTransaction(database.db, async ({ tx, afterCommit }) => {
    afterCommit(() => void effects.push('of a failed commit'));
    await tx.execute(sql`insert into reviewed values ('missing')`);
  });
  await expect(refused).rejects.toMatchObject({ cause: { code: '23503' } });
  expect([effects, await written()]).toEqual([[], []]);
});

it('runs only the effects of the attempt that committed after a deadlock', async () => {
  let attempts = 0;
  await inTransaction(database.db, async ({ tx, afterCommit }) => {
    const attempt = ++attempts;
    afterCommit(() => void effects.push(`of attempt ${attempt}`));
    await write(tx, 'row');
    if (attempt === 1) await deadlock(tx);
  });
  expect([effects, await written()]).toEqual([['of attempt 2'], ['row']]);
});

it('rejects with the error of an effect, keeps the commit and never retries it', async () => {
  let attempts = 0;
  const call = inTransaction(database.db, async ({ tx, afterCommit }) => {
    attempts++;
    await write(tx, 'row');
    afterCommit(() => {
      throw Object.assign(new Error('an effect failed'), { code: '40P01' });
    });
    afterCommit(() => void effects.push('after the failed one'));
  });
  await expect(call).rejects.toThrow('an effect failed');
  expect([attempts, effects, await written()]).toEqual([1, [], ['row']]);
});

it('begins again on another connection when the pooled one is closed', async () => {
  let attempts = 0;
  const { pool } = database;
  pool.once('acquire', (client: { connection: { stream: Socket } }) => void client.connection.stream.destroy());
  await inTransaction(database.db, ({ tx }) => {
    attempts++;
    return write(tx, 'row');
  });
  expect([attempts, await written()]).toEqual([1, ['row']]);
});

it('prepares a frequent statement with parameters on its connection, and no long one', async () => {
  const listPrepared = async (tx: Transaction): Promise<string[]> => {
    const { rows } = await tx.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`);
    return rows.map(({ statement }) => statement).filter((statement) => statement.includes('returning'));
  };
  const insert = (tx: Transaction, what: string) => tx.execute(sql`insert into written values (${what}) returning 1`);
  const padding = sql.raw(' '.repeat(4_000));
  await inTransaction(database.db, async ({ tx }) => {
    for (let use = 1; use <= 4; use++) await insert(tx, `short ${use}`);
    expect(await listPrepared(tx)).toEqual([]);
    for (let use = 5; use <= 6; use++) await insert(tx, `short ${use}`);
    for (let use = 1; use <= 6; use++)
      await tx.execute(sql`insert into written values (${`long ${use}`}) ${padding} returning 1`);
    expect(await listPrepared(tx)).toEqual(['insert into written values ($1) returning 1']);
  });
  expect(await written()).toHaveLength(12);
});
