import { minuteMs } from '#domain/time.ts';
import type { BarTable } from '../bars/load-bars.ts';
import type { JudgedRange } from './forecast-market.ts';

/** So many equal parts of the range, within the time of the bars; none of an empty range. */
export function splitRange({ from, to }: JudgedRange, tables: readonly BarTable[], parts: number): JudgedRange[] {
  const start = Math.max(from, Math.min(...tables.map(({ time }) => time[0] ?? Number.POSITIVE_INFINITY)));
  const end = Math.min(to, Math.max(...tables.map(({ time }) => (time.at(-1) ?? Number.NEGATIVE_INFINITY) + minuteMs)));
  if (!(start < end)) return [];
  const at = (part: number): number => start + (part * (end - start)) / parts;
  return Array.from({ length: parts }, (_, part) => ({ from: at(part), to: at(part + 1) }));
}
