import { readFileSync } from 'node:fs';

/** When a process began, counted from which boot (proc(5): field 22 of stat). Null where the system does not tell. */
export function processMark(pid: number): string | null {
  const fields = statFields(pid);
  return fields && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
}

/** Whether the process that had this number and mark is still running. */
export function isSameProcess(pid: number, mark: string | null): boolean {
  return isRunning(pid) && (mark === null || processMark(pid) === mark);
}

/** A process that ended and was not yet waited for (state Z, for ever where nobody waits) does not run. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && statFields(pid)?.[0] !== 'Z';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** From the third field of proc(5) stat on: the name before them, in parentheses, may hold spaces. */
function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
