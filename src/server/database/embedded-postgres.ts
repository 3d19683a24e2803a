import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { keepSecret } from '../kept-secret.ts';
import { clusterPlace } from './cluster-place.ts';
import { createCluster } from './create-cluster.ts';
import { takeDataLock } from './data-lock.ts';
import { ownerOf, postgresAccount } from './postgres-account.ts';
import { usableBinaries } from './postgres-binaries.ts';
import { type PostgresServer, startServer } from './postgres-server.ts';
import { stopLeftover } from './stop-leftover.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Ends when the server ends, whoever ended it. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Tells the person at the terminal what takes time. */
  readonly say: (line: string) => void;
  /** Settings of postgresql.conf; tests switch off what they need not wait for. */
  readonly settings?: Readonly<Record<string, string>>;
}

export const databaseName = 'kurs';

/** A PostgreSQL of our own under the data folder, reachable from this machine only, which ends when this process ends. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, say } = options;
  const release = takeDataLock(dataDir);
  try {
    const server = await open(options);
    const url = urlOf(server, databaseName, keepSecret(dataDir, 'postgres-password'));
    const stop = async () => {
      await server.stop();
      release();
    };
    await ensureDatabase(url).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { url, exited: server.exited, stop };
  } catch (error) {
    release();
    throw error;
  }
}

async function open({ dataDir, say, settings }: EmbeddedPostgresOptions): Promise<PostgresServer> {
  const account = ownerOf(join(dataDir, 'postgres')) ?? postgresAccount(say);
  const password = keepSecret(dataDir, 'postgres-password');
  const place = clusterPlace(dataDir, account, say);
  const binaries = usableBinaries(account, say);
  const cluster = join(place, 'cluster');
  if (existsSync(cluster)) await stopLeftover(cluster, say);
  else await createCluster({ place, cluster, binaries, account, password, say });
  return startServer({ place, cluster, binaries, account, settings: settings ?? {} });
}

const urlOf = (server: PostgresServer, database: string, password: string): string =>
  `postgres://kurs:${password}@127.0.0.1:${server.port}/${database}`;

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
