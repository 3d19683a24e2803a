import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'kurs-database-'));
// PostgreSQL runs as another user where the tests run as root.
chmodSync(dataDir, 0o711);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('npm run database starts the database alone, prints its URL and stops on a signal', async () => {
  const child = spawn(process.execPath, ['scripts/database.ts'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const [url] = await once(createInterface(child.stdout), 'line');
  const client = new pg.Client({ connectionString: String(url) });
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});
