import type { z } from 'zod';
import type { EquityQuery, EquitySource, RecordEquity } from '#contract/record/views.ts';
import { toInstant } from '#contract/wire.ts';
import { getDay } from '#domain/time.ts';
import { computeEquity } from '#domain/statistics/equity.ts';
import type { EquityHours } from '#domain/statistics/equity-hours.ts';
import type { TallyKey } from '#domain/statistics/model-figures.ts';
import type { Database } from '#server/database/connection.ts';
import { dayStep, hourSteps, maxDaysByHour } from '#domain/statistics/day-equity.ts';
import { findFirstDay, findLastDay, listDayHours, listDaySteps } from './record-sums.repository.ts';
import type { FiguresDependencies, SumsAt } from './read-sums-at.ts';

type ReadEquity = (query: z.infer<typeof EquityQuery>) => Promise<RecordEquity>;

/** Computed from sums of hours or days, whatever the length of the record. */
export const createReadEquity =
  ({ db, countRecord, readSumsAt, payout: usual, feed: current, clock }: FiguresDependencies): ReadEquity =>
  async ({ source, aiModel, feed = current, payout = usual, days, size }) => {
    await countRecord();
    const key: TallyKey = aiModel ?? 'all';
    const at = size === undefined ? null : await readSumsAt(feed, size);
    const today = at ? await lastDayAt(db, feed, at) : getDay(clock.now());
    const first = days === undefined ? ((await findFirstDay(db, feed)) ?? today) : today - days + 1;
    const period = { source, feed, key, first, before: at?.recountedFrom ?? null };
    const recounted = at ? recountedHours(at, source, key) : [];
    const steps =
      today - first < maxDaysByHour
        ? [...(await listDayHours(db, period)), ...recounted].flatMap(hourSteps)
        : [...(await listDaySteps(db, period)), ...recounted.flatMap((hours) => dayStep(hours) ?? [])];
    const { drawdown, points, ...sums } = computeEquity(steps, payout);
    return {
      ...sums,
      payout,
      drawdown: drawdown && { ...drawdown, from: toInstant(drawdown.from), to: toInstant(drawdown.to) },
      points: points.map((point) => ({ ...point, at: toInstant(point.at) })),
    };
  };

/** The last day that has forecasts in the tree of that size: it depends on the leaves alone. */
const lastDayAt = async (db: Database, feed: string, { days, recountedFrom }: SumsAt): Promise<number> =>
  Math.max(...days.keys(), (await findLastDay(db, feed, recountedFrom)) ?? 0);

/** Oldest day first. */
const recountedHours = ({ days }: SumsAt, source: EquitySource, key: TallyKey): EquityHours[] =>
  [...days]
    .toSorted(([a], [b]) => a - b)
    .map(([, { sums, shadowHours }]) => (source === 'shadow' ? (shadowHours[key] ?? {}) : sums[0].signals[key].hours));
