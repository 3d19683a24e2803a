import { readFileSync } from 'node:fs';

/** Hundredths of a second of all processors since the start, by what they were spent on: proc_stat(5). Null: no /proc. */
export type ProcessorTimes = readonly number[] | null;

export function processorTimes(): ProcessorTimes {
  try {
    return timesIn(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** user, nice, system, idle, iowait, irq, softirq, steal; what follows is contained in the first two. */
export const timesIn = (stat: string): readonly number[] =>
  (/^cpu +(.*)/.exec(stat)?.[1] ?? '').split(' ').slice(0, 8).map(Number);

/** Which part of the time between the two the machine's host gave to other machines, 0 to 1; 0 where nobody counts it. */
export function stolenShare(before: ProcessorTimes, after: ProcessorTimes): number {
  if (!before || !after) return 0;
  const spent = after.map((value, at) => value - (before[at] ?? 0));
  const all = spent.reduce((sum, value) => sum + value, 0);
  return all > 0 ? (spent[7] ?? 0) / all : 0;
}
