import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '#tests/support/silent-log.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import type { CompanionProcess } from '#server/start/companion-process.ts';
import { createSandboxProcess } from './sandbox-process.ts';
import { listenLocally } from '#tests/support/network/local-server.ts';

let folder: string;
let sandbox: CompanionProcess;
const pids: number[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-sandbox-'));
  pids.length = 0;
});
afterEach(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (port = 0): Promise<string> => {
  sandbox = createSandboxProcess({
    env: { PORT: String(port), FOLDER: folder, API_TOKEN: 't', ENDS_WITH_INPUT: 'yes' },
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
