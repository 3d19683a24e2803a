import { getHour, secondMs } from '../time.ts';

/**
 * Recorded minutes of a market, and those of them in which a model had a forecast with an edge; in
 * rising time, milliseconds UTC.
 */
export interface EdgeMinutes {
  readonly minutes: readonly number[];
  readonly edges: readonly number[];
}

/** Nothing is stated from less than an hour of minutes. */
const minMinutes = 60;

/** 0 to 23, UTC. */
export const hourOfDay = (time: number): number => getHour(time) % 24;

/** Share of the minutes at this hour of the day that had an edge; null: too few minutes. */
export function edgeShare({ minutes, edges }: EdgeMinutes, hour: number): number | null {
  const all = countAt(minutes, hour);
  return all < minMinutes ? null : countAt(edges, hour) / all;
}

/**
 * Median seconds from the minutes at this hour of the day without an edge to the next one with an
 * edge; null: too few minutes, each has an edge, or none came after most of them.
 */
export function medianWait({ minutes, edges }: EdgeMinutes, hour: number): number | null {
  const own = minutes.filter((minute) => hourOfDay(minute) === hour);
  if (own.length < minMinutes) return null;
  const waits: number[] = [];
  let next = 0;
  for (const minute of own) {
    while ((edges[next] ?? Number.POSITIVE_INFINITY) < minute) next++;
    const wait = (edges[next] ?? Number.POSITIVE_INFINITY) - minute;
    if (wait > 0) waits.push(wait);
  }
  const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
  return median === undefined || median === Number.POSITIVE_INFINITY ? null : Math.round(median / secondMs);
}

const countAt = (times: readonly number[], hour: number): number =>
  times.reduce((count, time) => (hourOfDay(time) === hour ? count + 1 : count), 0);
