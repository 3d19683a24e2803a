import { readFileSync } from 'node:fs';

/** Hundredths of a second of all CPUs since boot, by state: proc_stat(5). Null: no /proc. */
export type ProcessorTimes = readonly number[] | null;

export function processorTimes(): ProcessorTimes {
  try {
    return timesIn(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}

/**
 * user, nice, system, idle, iowait, irq, softirq, steal; later fields are contained in the first
 * two.
 */
export const timesIn = (stat: string): readonly number[] =>
  (/^cpu +(.*)/.exec(stat)?.[1] ?? '').split(' ').slice(0, 8).map(Number);

/**
 * Share of the time between the two samples that the host gave to other machines, 0 to 1; 0 without
 * /proc.
 */
export function stolenShare(before: ProcessorTimes, after: ProcessorTimes): number {
  if (!before || !after) return 0;
  const spent = after.map((value, at) => value - (before[at] ?? 0));
  const all = spent.reduce((sum, value) => sum + value, 0);
  return all > 0 ? (spent[7] ?? 0) / all : 0;
}
