import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseName, passwordName } from './embedded-postgres.ts';
import { pidLines } from './postgres-server.ts';
import { isRunning } from './process-mark.ts';

/** The folder of the embedded database; null: this data folder has none. */
export function findClusterFolder(dataDir: string): string | null {
  const note = join(dataDir, 'postgres.at');
  const place = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres');
  const cluster = join(place, 'cluster');
  return existsSync(cluster) ? cluster : null;
}

/** The URL of the embedded database that the product of this data folder runs; null: it does not run. */
export function findRunningUrl(dataDir: string): string | null {
  const cluster = findClusterFolder(dataDir);
  const lines = cluster === null ? [] : pidLines(cluster);
  const [pid, port, state] = [Number(lines[0]), Number(lines[3]), lines[7]];
  if (!(pid > 0) || !isRunning(pid) || state !== 'ready') return null;
  const password = readFileSync(join(dataDir, passwordName), 'utf8').trim();
  return `postgres://kurs:${password}@127.0.0.1:${port}/${databaseName}`;
}
