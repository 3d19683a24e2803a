import type { DayRecap } from '#contract/record/views.ts';
import type { MarketClock } from '#domain/clock.ts';
import { lessonOf } from '#domain/record/day-lesson.ts';
import { dateOfDay, dayOfDate, newestClosedDay } from '#domain/record/recap-day.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { type DaySums, emptyDay, tallyOf } from '#domain/statistics/day-sums.ts';
import { countedFiguresOf } from '#domain/statistics/model-figures.ts';
import { shadowFiguresOf } from '#domain/statistics/shadow-figures.ts';
import { dayMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { CountRecord } from './count-record.ts';
import { dayEquity } from './day-equity.ts';
import { type HighestStatements, higher, highestSignals, readShadowDay, type ShadowDay } from './highest-statements.ts';
import { findFirstDay, listDaySums } from './record-sums.repository.ts';
import type { ReadRecap } from '../record.api.ts';

interface Needs {
  readonly db: Database;
  readonly countRecord: CountRecord;
  readonly payout: number;
  /** The running market. */
  readonly feed: string;
  /** Decides which day is closed. */
  readonly clock: MarketClock;
}

/** What the models stated on a closed day, and what became of it; from the record alone. */
export function createReadRecap({ db, countRecord, payout, feed, clock }: Needs): ReadRecap {
  const shadowOf = cacheByDay((day) => readShadowDay(db, { feed, ...boundsOf(day) }));
  return async ({ day: date }) => {
    const newest = newestClosedDay(clock.now());
    const day = date === undefined ? newest : dayOfDate(date);
    if (day > newest) throw apiError('not_found');
    await countRecord();
    const [row] = await listDaySums(db, feed, [day]);
    const sums = row?.sums ?? emptyDay();
    const models = modelsOf(sums);
    const inShadow = row ? await shadowOf(day, row.countedTo) : noShadow;
    const highest = higher(await highestSignals(db, { feed, ...boundsOf(day) }), inShadow);
    const breakEven = 1 / (1 + payout);
    const first = await findFirstDay(db, feed);
    return {
      day: dateOfDay(day),
      first: first === null ? null : dateOfDay(first),
      newest: dateOfDay(newest),
      breakEven,
      signals: sumOf(models.map(({ signals }) => signals)),
      shadow: sumOf(models.flatMap(({ shadow }) => shadow ?? [])),
      played: inShadow.played,
      models,
      ...highest,
      lesson: models.length === 0 ? null : lessonOf({ ...factsOf(sums, models, highest), breakEven }),
    };
  };
}

const noShadow: ShadowDay = { best: null, worst: null, played: 0 };

const boundsOf = (day: number) => ({ from: new Date(day * dayMs), to: new Date((day + 1) * dayMs) });

type Counts = DayRecap['signals'];
const counted = ['total', 'successful', 'neutral', 'unsuccessful', 'void'] as const;

function modelsOf(sums: DaySums): DayRecap['models'] {
  const tally = tallyOf(sums);
  return aiModelKeys
    .map((aiModel) => {
      const issued = shadowFiguresOf([sums.shadow], aiModel)?.issued ?? null;
      return { aiModel, signals: countedFiguresOf(tally[aiModel]), shadow: issued };
    })
    .filter(({ signals, shadow }) => isStated(signals) || (shadow !== null && isStated(shadow)));
}

const isStated = (counts: Counts): boolean => counts.total + counts.void > 0;

function sumOf(all: readonly Counts[]): Counts {
  const sum: Counts = { total: 0, successful: 0, neutral: 0, unsuccessful: 0, void: 0 };
  for (const one of all) for (const name of counted) sum[name] += one[name];
  return sum;
}

const factsOf = (sums: DaySums, models: DayRecap['models'], { best, worst }: HighestStatements) => ({
  longestLosses: dayEquity((key) => sums.signals[key].hours).all?.runs.longest ?? 0,
  bestWon: best?.passability ?? null,
  bestLost: worst?.passability ?? null,
  intervals: models
    .flatMap(({ signals, shadow }) => [signals, shadow])
    .flatMap((one) => (one && one.low !== null && one.high !== null ? [{ low: one.low, high: one.high }] : [])),
});

/** A month is as far back as most readers go. */
const maxCached = 31;

/** Minutes of a day are read once, until more of the day has been counted. */
function cacheByDay<Value>(read: (day: number) => Promise<Value>) {
  const cached = new Map<number, { readonly countedTo: number; readonly value: Promise<Value> }>();
  return (day: number, countedTo: number): Promise<Value> => {
    const known = cached.get(day);
    if (known?.countedTo === countedTo) return known.value;
    const value = read(day);
    if (cached.size >= maxCached) cached.clear();
    cached.set(day, { countedTo, value });
    // An error is passed to its callers and not cached.
    value.catch(() => cached.delete(day));
    return value;
  };
}
