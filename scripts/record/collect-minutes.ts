import { z } from 'zod';
import { getBarTime } from '#domain/record/gaps.ts';
import { dayMs } from '#domain/time.ts';
import type { Item } from '#record/verify/check-leaves.ts';

const Facts = z.object({
  form: z.literal('minute/1'),
  feed: z.string(),
  inTurn: z.string(),
  issuedAt: z.iso.datetime({ precision: 3 }),
  /** Hash of the line with its bars. */
  inputs: z.string().optional(),
  /** As recorded: they are compared byte by byte. */
  forecasts: z.array(z.string()),
});

/** A minute of shadow forecasts as its leaf states it. */
export interface RecordedMinute extends z.infer<typeof Facts> {
  readonly index: number;
}

/** The minutes of one UTC day among the leaves: a minute belongs to the day of its bar. */
export function collectMinutes(day: string): { add(item: Item): void; readonly minutes: readonly RecordedMinute[] } {
  const minutes: RecordedMinute[] = [];
  const from = Date.parse(day);
  return {
    minutes,
    add: ({ index, leaf }) => {
      const facts = Facts.safeParse(leaf).data;
      if (!facts) return;
      const bar = getBarTime(facts);
      if (bar >= from && bar < from + dayMs) minutes.push({ index, ...facts });
    },
  };
}
