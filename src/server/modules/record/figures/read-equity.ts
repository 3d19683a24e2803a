import type { z } from 'zod';
import type { EquityQuery, RecordEquity } from '#contract/record/views.ts';
import { toInstant } from '#contract/wire.ts';
import { getDay } from '#domain/time.ts';
import { computeEquity } from '#domain/statistics/equity.ts';
import { hourSteps, maxDaysByHour } from '#domain/statistics/day-equity.ts';
import type { FiguresDependencies } from './read-record-sums.ts';
import { findFirstDay, listDayHours, listDaySteps } from './record-sums.repository.ts';

type ReadEquity = (query: z.infer<typeof EquityQuery>) => Promise<RecordEquity>;

/** Computed from sums of hours or days, whatever the length of the record. */
export const createReadEquity =
  ({ db, countRecord, payout: usual, feed: current, clock }: FiguresDependencies): ReadEquity =>
  async ({ source, aiModel, feed = current, payout = usual, days }) => {
    await countRecord();
    const today = getDay(clock.now());
    const first = days === undefined ? ((await findFirstDay(db, feed)) ?? today) : today - days + 1;
    const period = { source, feed, key: aiModel ?? ('all' as const), first };
    const read =
      today - first < maxDaysByHour
        ? (await listDayHours(db, period)).map(({ countedTo, value }) => ({ countedTo, steps: hourSteps(value ?? {}) }))
        : (await listDaySteps(db, period)).map(({ countedTo, value }) => ({ countedTo, steps: value ? [value] : [] }));
    const { drawdown, points, ...sums } = computeEquity(
      read.flatMap(({ steps }) => steps),
      payout,
    );
    return {
      size: Math.max(0, ...read.map(({ countedTo }) => countedTo)),
      ...sums,
      payout,
      drawdown: drawdown && { ...drawdown, from: toInstant(drawdown.from), to: toInstant(drawdown.to) },
      points: points.map((point) => ({ ...point, at: toInstant(point.at) })),
    };
  };
