import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccountBook } from '../../../sandbox-broker/account-book.ts';
import { createSandboxApp } from '../../../sandbox-broker/create-sandbox-app.ts';
import { payoutPercentAt } from '../../../sandbox-broker/simulated-quotes.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { readSandboxPayouts, sandboxProcess, type SandboxProcess } from './sandbox.ts';
import { createServer } from 'node:net';
import { silentLog } from '#tests/support/silent-log.ts';
import { listenLocally } from '#tests/support/network/local-server.ts';

const partnerId = 'kurs-demo';
const now = Date.parse('2026-03-03T15:59:59.999Z');
let folder: string;
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-sandbox-'));
  const book = await openAccountBook({ folder, seedFile: null, partner: partnerId, now: () => now });
  const terms = { returnUrl: null, quotes: null, now: () => now, chance: () => 0 };
  app = await createSandboxApp({ book, partner: partnerId, partnerName: 'Signals', token: 'a token', ...terms });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const read = (apiToken: string, apiUrl = async () => url, stopping = new AbortController().signal) =>
  readSandboxPayouts({ apiUrl, partnerId, apiToken, ...systemScheduler }, stopping);

it('reads what the training broker pays of each pair now', async () => {
  const stated = await read('a token');
  expect(stated.size).toBe(28);
  expect([...stated]).toEqual([...stated.keys()].map((symbol) => [symbol, payoutPercentAt(symbol, now)]));
});

it('fails with a wrong token, and ends at once when it is stopped before the broker has started', async () => {
  await expect(read('another token')).rejects.toThrow('the broker answered 403');
  const stopping = new AbortController();
  const waiting = read('a token', () => new Promise(() => undefined), stopping.signal);
  stopping.abort();
  await expect(waiting).rejects.toThrow('no answer within the timeout');
});

describe('the process', () => {
  let processFolder: string;
  let sandbox: SandboxProcess;
  const pids: number[] = [];

  beforeEach(async () => {
    processFolder = await mkdtemp(join(tmpdir(), 'kurs-sandbox-'));
    pids.length = 0;
  });
  afterEach(async () => {
    await sandbox.stop();
    await rm(processFolder, { recursive: true, force: true });
  });

  const start = async (port = 0): Promise<string> => {
    sandbox = sandboxProcess({
      env: { PORT: String(port), FOLDER: processFolder, API_TOKEN: 't', ENDS_WITH_INPUT: 'yes' },
      // Timers fire at once, so restarts and kills do not delay the test.
      after: (_ms, task) => systemScheduler.after(0, task),
      log: silentLog,
      onStart: (pid) => pids.push(pid),
    });
    sandbox.start();
    return sandbox.ready();
  };

  it('takes another port when its own is in use', async () => {
    const other = createServer();
    const port = await listenLocally(other);
    const address = await start(port);
    expect(address).not.toContain(`:${port}`);
    expect((await fetch(`${address}/join`)).status).toBe(200);
    other.close();
  });

  it('is restarted when it is killed', async () => {
    await start();
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await untilStarted(2);
    expect((await fetch(`${await sandbox.ready()}/join`)).status).toBe(200);
  });

  it('ends with the process that started it', async () => {
    const address = await start();
    await sandbox.stop();
    await expect(fetch(`${address}/join`)).rejects.toThrow('fetch failed');
    expect(pids).toHaveLength(1);
  });

  async function untilStarted(times: number): Promise<void> {
    while (pids.length < times) await new Promise((resolve) => setImmediate(resolve));
  }
});
