import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { loadOrCreateSecret } from '../../crypto/load-or-create-secret.ts';
import { clusterPlace } from './cluster-place.ts';
import { createCluster } from './create-cluster.ts';
import { takeDataLock } from './data-lock.ts';
import { findOwner, postgresAccount } from './postgres-account.ts';
import { usableBinaries } from './postgres-binaries.ts';
import { type PostgresServer, startServer } from './postgres-server.ts';
import { assertSameVersion } from './assert-same-version.ts';
import { stopLeftover } from './stop-leftover.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Resolves when the server ends for any reason, with the last lines of its log. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Prints slow steps to the terminal. */
  readonly print: (line: string) => void;
  /** Settings of postgresql.conf; tests disable the slow ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

export const databaseName = 'kurs';
export const passwordName = 'postgres-password';

/**
 * An embedded PostgreSQL under the data folder, reachable only from localhost, which ends with this
 * process.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  const release = takeDataLock(dataDir);
  try {
    const server = await open(options);
    const url = `postgres://kurs:${loadOrCreateSecret(dataDir, passwordName)}@127.0.0.1:${server.port}/${databaseName}`;
    await ensureDatabase(url).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return { url, exited: server.exited, stop: () => server.stop().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

async function open({ dataDir, print, settings }: EmbeddedPostgresOptions): Promise<PostgresServer> {
  const account = findOwner(join(dataDir, 'postgres')) ?? postgresAccount(print);
  const password = loadOrCreateSecret(dataDir, passwordName);
  const place = clusterPlace(dataDir, account, print);
  const binaries = usableBinaries(account, print);
  const cluster = join(place, 'cluster');
  if (existsSync(cluster)) {
    assertSameVersion({ cluster, binaries, account });
    await stopLeftover(cluster, print);
  } else await createCluster({ place, cluster, binaries, account, password, print });
  return startServer({ place, cluster, binaries, account, settings: settings ?? {} });
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
