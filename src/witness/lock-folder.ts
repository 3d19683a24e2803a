import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorCode } from '#domain/caught-error.ts';
import { StartError } from '#node/start-error.ts';
import { writeNewFile } from '#node/write-new-file.ts';

/**
 * One process per folder: two witnesses could cosign two histories. The file holds the process id, and one of
 * a process that is gone is replaced. Returns what releases the lock.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const own = `${process.pid}\n`;
  if (!writeNewFile(path, own, 0o600)) {
    const pid = Number(readFileSync(path, 'utf8'));
    if (pid !== process.pid && isRunning(pid))
      throw new StartError(
        `${folder} is in use by process ${pid}.\nStop it first; if it is another program, delete ${path}.`,
      );
    rmSync(path);
    return lockFolder(folder);
  }
  return () => rmSync(path, { force: true });
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
}
