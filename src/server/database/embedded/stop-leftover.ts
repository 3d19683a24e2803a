import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pidLines } from './postgres-server.ts';
import { isRunning } from './process-mark.ts';

const fastStopWithinMs = 5_000;
const immediateStopWithinMs = 3_000;

/**
 * Stops the server left by a killed process. We hold the data lock, so no live process is using it.
 */
export async function stopLeftover(cluster: string, print: (line: string) => void): Promise<void> {
  const pid = Number(pidLines(cluster)[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (!isRunning(pid)) return;
  if (!isServerProcess(pid, cluster)) return removePidFile(cluster);
  print('Closing the database that an earlier run left open…');
  if (await ended(pid, 'SIGINT', fastStopWithinMs)) return;
  if (await ended(pid, 'SIGQUIT', immediateStopWithinMs)) return;
  throw new Error(`the PostgreSQL left by an earlier run (process ${pid}) does not stop`);
}

/**
 * The pid was reused by another program: PostgreSQL would mistake that one for a running server and
 * refuse to start.
 */
const removePidFile = (cluster: string): void => rmSync(join(cluster, 'postmaster.pid'), { force: true });

const isServerProcess = (pid: number, cluster: string): boolean => findCommand(pid).includes(cluster);

function findCommand(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

async function ended(pid: number, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return !isRunning(pid);
  }
  for (let waited = 0; waited < withinMs; waited += 50) {
    if (!isRunning(pid)) return true;
    await pause(50);
  }
  return false;
}
