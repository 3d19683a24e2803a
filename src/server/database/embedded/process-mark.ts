import { readFileSync } from 'node:fs';
import { getErrorCode } from '#domain/caught-error.ts';

/**
 * Start time of a process and its boot id (proc(5): field 22 of stat). Null when the system does
 * not provide it.
 */
export function processMark(pid: number): string | null {
  const fields = statFields(pid);
  return fields && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
}

/** Whether the process with this pid and mark is still running. */
export function isSameProcess(pid: number, mark: string | null): boolean {
  return isRunning(pid) && (mark === null || processMark(pid) === mark);
}

/** A zombie (state Z, permanent when nobody waits for it) is not running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && statFields(pid)?.[0] !== 'Z';
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
}

/**
 * From the third field of proc(5) stat on: the name before it, in parentheses, may contain spaces.
 */
function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
