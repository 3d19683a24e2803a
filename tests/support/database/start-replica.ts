import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { freePort } from '#server/database/embedded/postgres-server.ts';
import { findOwner } from '#server/database/embedded/postgres-account.ts';
import { usableBinaries } from '#server/database/embedded/postgres-binaries.ts';
import { postgresEnvironment } from '#server/database/embedded/postgres-server.ts';
import { migrateDatabase } from '#server/database/migrate-database.ts';
import { memoryFolder } from '../network/memory-folder.ts';

/** A migrated primary and a streaming replica of it: real servers, which a test may pause and end. */
export interface ReplicatedDatabase {
  readonly url: string;
  readonly replicaUrl: string;
  /** The replica receives, and replays nothing. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stopReplica(): Promise<void>;
  stop(): Promise<void>;
}

const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };
const print = (): void => undefined;

/** The replica begins as a copy of the cleanly stopped primary. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const root = mkdtempSync(join(memoryFolder(), 'kurs-replica-'));
  const [dataDir, copyDir] = [join(root, 'primary'), join(root, 'replica')];
  mkdirSync(dataDir);
  for (const folder of [root, dataDir]) chmodSync(folder, 0o711);
  const first = await startEmbeddedPostgres({ dataDir, print, settings });
  await migrateDatabase(first.url);
  await first.stop();
  // Preserves the owner, which is another account where the tests run as root.
  execFileSync('cp', ['-a', dataDir, copyDir]);
  const cluster = join(copyDir, 'postgres', 'cluster');
  execFileSync('cp', ['-a', join(cluster, 'PG_VERSION'), join(cluster, 'standby.signal')]);

  const primary = await startEmbeddedPostgres({ dataDir, print, settings });
  const port = await freePort();
  const replica = spawnReplica({ cluster, port, primaryUrl: primary.url });
  const replicaUrl = Object.assign(new URL(primary.url), { port: String(port) }).href;
  await vi.waitFor(() => query(replicaUrl, 'select 1'), { timeout: 30_000 });
  return {
    url: primary.url,
    replicaUrl,
    pauseReplay: async () => {
      await query(replicaUrl, 'select pg_wal_replay_pause()');
      await vi.waitFor(async () => {
        const [row] = await query(replicaUrl, 'select pg_get_wal_replay_pause_state() as state');
        if (row?.state !== 'paused') throw new Error('the replay is not paused yet');
      });
    },
    resumeReplay: async () => void (await query(replicaUrl, 'select pg_wal_replay_resume()')),
    stopReplica: replica.stop,
    stop: async () => {
      await replica.stop();
      await primary.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

interface ReplicaServer {
  readonly cluster: string;
  readonly port: number;
  readonly primaryUrl: string;
}

function spawnReplica({ cluster, port, primaryUrl }: ReplicaServer): { stop(): Promise<void> } {
  const { hostname, port: primaryPort, username, password } = new URL(primaryUrl);
  const account = findOwner(cluster);
  const flags = Object.entries({
    ...settings,
    primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password}`,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { postgres } = usableBinaries(account, print);
  const child = spawn(postgres, ['-D', cluster, ...flags], {
    ...account,
    cwd: cluster,
    env: postgresEnvironment(),
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  return {
    stop: async () => {
      child.kill('SIGINT');
      await exited;
    },
  };
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
