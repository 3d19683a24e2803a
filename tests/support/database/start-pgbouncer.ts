import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { freePort } from '#server/database/embedded/postgres-server.ts';
import { untilListening } from '#tests/support/network/until-listening.ts';

const env = { PATH: `${process.env.PATH ?? ''}:/usr/sbin` };

const isSkipped = spawnSync('pgbouncer', ['--version'], { env }).status !== 0 && !process.env.CI;
if (isSkipped) console.warn('Skipped, because pgbouncer is not installed (.ci/run installs it).');

/** For tests of a pooler; skipped where none is installed, except in CI, where they fail. */
export const describeWithPgBouncer: (name: string, tests: () => void) => void = describe.skipIf(isSkipped);

interface PgBouncer {
  /** The database behind the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** PgBouncer as installed, in front of the database at this address. */
export async function startPgBouncer(
  database: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<PgBouncer> {
  const { hostname, port: behind, username, password, pathname } = new URL(database);
  const folder = mkdtempSync(join(tmpdir(), 'kurs-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${behind} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
`,
  );
  chmodSync(folder, 0o755);
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const child = spawn('pgbouncer', ['--quiet', ...user, file], { env, stdio: 'ignore' });
  await untilListening(port, child);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
