import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const oldestNode = 20;

/** Disables install scripts, however this npm version interprets allowScripts. */
export const installArguments = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs when the lockfile, the package or the platform has changed since the last time, and
 * prints that it does.
 */
export function installIfNeeded(root) {
  assertNodeVersion();
  const stampPath = join(root, 'node_modules', '.bootstrap-stamp');
  const stamp = computeStamp(root);
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  const startedAt = Date.now();
  console.error('Installing packages (once; about half a minute, from the package registry)…');
  npm(root, installArguments);
  writeFileSync(stampPath, stamp);
  console.error(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

function assertNodeVersion() {
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return;
  console.error(`Node ${process.versions.node} is too old. Install Node ${oldestNode} or newer.`);
  process.exit(78);
}

function computeStamp(root) {
  const hash = createHash('sha256');
  for (const name of ['package-lock.json', 'package.json']) hash.update(readFileSync(join(root, name)));
  return hash.update(`${process.platform}-${process.arch}`).digest('hex');
}

function npm(root, args) {
  const { command, prefix } = npmCommand();
  // stdout belongs to the task, whose output may be piped.
  const result = spawnSync(command, [...prefix, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: installEnvironment(),
    shell: prefix.length === 0 && process.platform === 'win32',
  });
  if (result.status === 0) return;
  console.error(
    result.error
      ? `npm could not be started: ${result.error.message}`
      : `npm ${args[0]} failed. See the lines above; it needs the package registry (see npm config get registry).`,
  );
  process.exit(result.status ?? 1);
}

/** Under `npm start` the same npm, run by the current Node; else the npm in PATH. */
function npmCommand() {
  const path = process.env.npm_execpath;
  const isNpm = path !== undefined && /npm-cli\.c?js$/.test(path);
  return isNpm ? { command: process.execPath, prefix: [path] } : { command: 'npm', prefix: [] };
}

/** NODE_ENV=production would omit the build tools. */
function installEnvironment() {
  return { ...process.env, NODE_ENV: '', npm_config_omit: '', npm_config_include: 'dev' };
}
