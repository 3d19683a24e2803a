import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { connectDatabase, connectWhileStarting } from './connection.ts';
import { databaseTimeouts } from './connection-settings.ts';

/** Forwards to the server, in a thread that runs while this one is busy, and counts what was answered. */
const forwarding = `
  const { createServer, connect } = require('node:net');
  const { parentPort, workerData: { answers, port } } = require('node:worker_threads');
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => client.write(bytes, () => {
      Atomics.add(answers, 0, 1);
      Atomics.notify(answers, 0);
    }));
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
const timeouts = { ...databaseTimeouts, connect: 20, answer: 20 };
const onIdleError = (): void => undefined;

describe('a process that is too busy for its timers', () => {
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  let database: TestDatabase;
  let worker: Worker;
  let url: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const target = new URL(database.url);
    worker = new Worker(forwarding, { eval: true, workerData: { answers, port: Number(target.port) } });
    target.port = String((await once(worker, 'message'))[0]);
    target.hostname = '127.0.0.1';
    url = target.href;
  });
  afterAll(async () => {
    await worker.terminate();
    await database.close();
  });

  /** This thread does nothing for longer than both timeouts. */
  const block = (): void => void Atomics.wait(nobody, 0, 0, 2 * timeouts.connect);

  it('still opens its connections while it starts, and no longer waits for them afterwards', async () => {
    const starting = connectWhileStarting({ url: database.url, onIdleError, timeouts: databaseTimeouts });
    const started = connectDatabase({ url: database.url, onIdleError, timeouts });
    const [first, second] = [starting.pool.query('select 1'), started.pool.query('select 1')];
    block();
    await expect(second).rejects.toThrow('connection timeout');
    expect((await first).rowCount).toBe(1);
    starting.endStart();
    expect(starting.pool.options.connectionTimeoutMillis).toBe(databaseTimeouts.connect);
    await Promise.all([starting.close(), started.close()]);
  });

  it('reads an answer that arrived in time, and does not take its connection for silent', async () => {
    const { pool, close } = connectDatabase({ url, onIdleError, timeouts: { ...timeouts, connect: 10_000 } });
    const client = await pool.connect();
    const before = Atomics.load(answers, 0);
    const asked = client.query('select 1');
    Atomics.wait(answers, 0, before);
    block();
    expect((await asked).rowCount).toBe(1);
    client.release();
    await close();
  });
});
