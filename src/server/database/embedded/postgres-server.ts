import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '#domain/time.ts';
import type { PostgresAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

interface ServerOptions {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount | null;
  readonly settings: Readonly<Record<string, string>>;
}

export interface PostgresServer {
  readonly port: number;
  /** Resolves when the server ends for any reason, with the last lines of its log. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

const portAttempts = 3;
const readyWithinMs = minuteMs;
const fastStopWithinMs = 5_000;

export async function startServer(options: ServerOptions): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const child = spawnServer(options, port);
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
    if (await isReady(child, options.cluster)) return createServer(child, exited, port, options);
    const serverLog = lastLines(join(options.folder, 'server.log'));
    // Another process may take the free port before it is bound.
    if (attempt < portAttempts && serverLog.includes('could not bind')) continue;
    await end(child, exited, options);
    throw new Error(`PostgreSQL did not start:\n${serverLog}`);
  }
}

/**
 * None of our variables (DATABASE_URL, PGDATA …) are passed on, and its messages are English on any
 * system.
 */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** Errors are logged without the statement: it may contain an address or a hash. */
const pickSettings = (port: number): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  port: String(port),
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '100',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_statement: 'none',
});

function spawnServer({ folder, cluster, binaries, account, settings }: ServerOptions, port: number): ChildProcess {
  const log = openLog(join(folder, 'server.log'), account);
  const flags = Object.entries({ ...pickSettings(port), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(binaries.postgres, ['-D', cluster, ...flags], {
    ...account,
    cwd: folder,
    env: postgresEnvironment(),
    stdio: ['ignore', log, log],
    // A process group of its own: Ctrl-C is delivered to us first, and we close our connections
    // before it ends.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  closeSync(log);
  return child;
}

const logRetentionBytes = 1_000_000;

function openLog(path: string, account: PostgresAccount | null): number {
  const isLong = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > logRetentionBytes;
  const log = openSync(path, isLong ? 'w' : 'a', 0o600);
  if (account) chownSync(path, account.uid, account.gid);
  return log;
}

/** Without the connections it refused meanwhile; empty if the data folder was removed. */
function lastLines(path: string): string {
  try {
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const causes = lines.filter((line) => !line.includes('FATAL:  the database system is '));
    return causes.slice(-8).join('\n');
  } catch {
    return '';
  }
}

/** PostgreSQL writes its state into line 8 of postmaster.pid. */
async function isReady(child: ChildProcess, cluster: string): Promise<boolean> {
  let isRunning = true;
  const gone = () => {
    isRunning = false;
  };
  child.once('exit', gone).once('error', gone);
  for (let waited = 0; isRunning && waited < readyWithinMs; waited += 20) {
    const lines = pidLines(cluster);
    if (lines[0] === String(child.pid) && lines[7] === 'ready') return true;
    await pause(20);
  }
  return false;
}

export function pidLines(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

function createServer(
  child: ChildProcess,
  exited: Promise<void>,
  port: number,
  options: ServerOptions,
): PostgresServer {
  const watcher = child.pid === undefined ? null : endWithUs(child.pid);
  const stop = async () => {
    await end(child, exited, options);
    watcher?.dismiss();
  };
  return { port, exited: exited.then(() => lastLines(join(options.folder, 'server.log'))), stop };
}

async function end(child: ChildProcess, exited: Promise<void>, { binaries, cluster }: ServerOptions): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  requestStop(child, binaries, cluster);
  const isFast = await Promise.race([exited.then(() => true), pause(fastStopWithinMs, false, { ref: false })]);
  if (isFast) return;
  // Immediate shutdown: committed data is in the WAL, and the next start recovers it.
  child.kill('SIGQUIT');
  await exited;
}

/**
 * Fast shutdown: connections are terminated, pending data is written. Windows has no signals, so
 * pg_ctl is used there.
 */
function requestStop(child: ChildProcess, binaries: PostgresBinaries, cluster: string): void {
  if (process.platform === 'win32') execFile(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-W'], () => {});
  else child.kill('SIGINT');
}

/**
 * Ends a child process when this process dies without doing so (kill -9): a shell waits for the end
 * of a pipe that only we hold open. Windows has no such shell; there the next start ends the
 * leftover process.
 */
function endWithUs(pid: number): { dismiss(): void } {
  if (process.platform === 'win32') return { dismiss: () => {} };
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0" 2>/dev/null', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: {},
    detached: true,
  });
  watcher.on('error', () => {});
  watcher.unref();
  return { dismiss: () => void watcher.kill('SIGKILL') };
}

/** A port that nothing listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createProbe();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
