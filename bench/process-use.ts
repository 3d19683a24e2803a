import { readFileSync } from 'node:fs';

/**
 * User and system time of a process so far, milliseconds; NaN without /proc. Resolution: a
 * hundredth of a second.
 */
export function cpuMs(pid: number | undefined): number {
  const fields = procFile(pid, 'stat')?.split(') ')[1]?.split(' ');
  return fields ? 10 * (Number(fields[11]) + Number(fields[12])) : Number.NaN;
}

/** Resident memory of a process, KiB; NaN without /proc. */
export function residentKib(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(procFile(pid, 'status') ?? '')?.[1] ?? Number.NaN);
}

function procFile(pid: number | undefined, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}
