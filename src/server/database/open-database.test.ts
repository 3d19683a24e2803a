import { testConfig } from '#tests/support/test-platform.ts';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { StartError } from '#node/start-error.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { openDatabase, waitForDatabase } from './open-database.ts';

const url = 'postgres://kurs:secret@db.example:5433/kurs';
/** As the server, or a pooler in front of it, answers. */
const answer = (code: string, words: string) =>
  Object.assign(new pg.DatabaseError(words, words.length, 'error'), { code });
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** Opens a database that fails with these errors, one an attempt, and then as the last one does. */
async function open(...errors: readonly (Error | null)[]) {
  let [now, attempts] = [0, 0];
  const printed: string[] = [];
  const opened = waitForDatabase(
    async () => {
      const error = errors[Math.min(attempts++, errors.length - 1)];
      if (error) throw error;
      return 'opened';
    },
    { url, print: (line) => printed.push(line), now: () => now, wait: async (ms) => (now += ms) },
  );
  const result = await opened.catch((error: unknown) => error);
  return { result, attempts, seconds: now / 1_000, printed };
}

describe('a start', () => {
  it('waits for a database that does not answer yet, and says so once', async () => {
    const starting = answer('57P03', 'the database system is starting up');
    expect(await open(refused, starting, refused, null)).toEqual({
      result: 'opened',
      attempts: 4,
      seconds: 3,
      printed: ['Waiting for the database at db.example:5433/kurs…'],
    });
  });

  it('gives up after a minute in one sentence, without the password or a query', async () => {
    const failedQuery = new Error('Failed query: select 1', { cause: refused });
    const { result, seconds } = await open(failedQuery);
    expect(seconds).toBe(60);
    expect(result).toBeInstanceOf(StartError);
    expect((result as Error).message).toBe(
      'The database at db.example:5433/kurs has not answered for a minute, in 61 attempts to connect. Start it, or correct DATABASE_URL.',
    );
  });

  it('shows the words of a server that answers, but lets nobody in', async () => {
    const { result, printed } = await open(answer('08P01', 'no more connections allowed (max_client_conn)'));
    expect(printed).toEqual([expect.stringMatching(/… The server answered: no more connections allowed/)]);
    expect((result as Error).message).toBe(
      'The database at db.example:5433/kurs has rejected this product for a minute, in 61 attempts to connect. Allow it to connect, or correct DATABASE_URL. The server answered: no more connections allowed (max_client_conn)',
    );
  });

  it('gives up at once when its embedded database has ended', async () => {
    const exited = Promise.resolve('No space left on device');
    const waiting = waitForDatabase(() => Promise.reject(refused), {
      url,
      print: () => undefined,
      exited,
      now: () => 0,
    });
    await expect(waiting).rejects.toThrow('The embedded database exited unexpectedly:\nNo space left on device');
  });

  it.each([
    ['28P01', 'The database at db.example:5433/kurs refuses this user or password. Correct DATABASE_URL.'],
    ['3D000', 'There is no database kurs at db.example. Create it, or correct DATABASE_URL.'],
    [
      '55P03',
      'The tables at db.example:5433/kurs are in use by long transactions, so that they could not be migrated. End them (pg_stat_activity), and start again.',
    ],
    [
      '42501',
      'The user of DATABASE_URL lacks a right at db.example:5433/kurs. Grant it CREATE on the database and on its schema public.',
    ],
    [
      '25006',
      'The database at db.example:5433/kurs is a read-only copy. Let DATABASE_URL lead to the server that it copies.',
    ],
  ])('does not wait where waiting cannot help: %s', async (code, message) => {
    const { result, attempts } = await open(answer(code, 'the words of the server'));
    expect([attempts, (result as Error).message]).toEqual([
      1,
      `${message} The server answered: the words of the server`,
    ]);
  });

  it('passes on any other error as it is', async () => {
    const error = new StartError('Another process leads.');
    expect(await open(error)).toMatchObject({ result: error, attempts: 1 });
  });
});

it('logs a connection that the server ends, but not when it stops', async () => {
  const testDatabase = await createTestDatabase();
  const lines: string[] = [];
  const { pool, close } = await openDatabase(
    testConfig({ databaseUrl: testDatabase.url, role: 'worker' }),
    { role: 'worker', host: 'machine-1', pid: 1, address: 'http://kurs.example', feed: 'simulated:1' },
    () => undefined,
    pino({}, { write: (line) => void lines.push(line) }),
  );
  const ended = Object.assign(new Error('terminating connection'), { code: '57P01' });
  pool.emit('error', ended);
  expect(lines).toEqual([expect.stringContaining('database connection lost')]);
  await close();
  pool.emit('error', ended);
  expect(lines).toHaveLength(1);
  await testDatabase.close();
});
