import { spawn } from 'node:child_process';

/**
 * Ends a child process when this process dies without doing so (kill -9): a shell waits for the end
 * of a pipe that only we hold open. Windows has no such shell; there the next start ends the
 * leftover process.
 */
export function endWithUs(pid: number): { dismiss(): void } {
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
