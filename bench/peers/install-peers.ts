import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./packages/', import.meta.url));
const written = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0);

/**
 * The peers are a separate package, installed without install scripts when a row first needs them:
 * 300 MB, nearly all of it onnxruntime-node with its libraries for every system. False: they cannot
 * be installed here, and the row is measured without them.
 */
export function installPeers(say: (line: string) => void): boolean {
  if (written(`${folder}node_modules/.package-lock.json`) > written(`${folder}package-lock.json`)) return true;
  say('installing the peers (once; 300 MB)');
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const options: SpawnSyncOptions = { cwd: folder, stdio: ['ignore', 2, 2] };
  const result =
    npm === undefined
      ? spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...args], options);
  if (result.status === 0) return true;
  say('the peers cannot be installed: the row goes without');
  return false;
}
