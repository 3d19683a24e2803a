import type { DayStatement } from '#contract/record/views.ts';
import { computeLesson } from '#domain/record/day-lesson.ts';
import { dateOfDay, dayOfDate, newestClosedDay } from '#domain/record/recap-day.ts';
import { judgeStatement } from '#domain/record/shadow-minute.ts';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import { dayEquity } from '#domain/statistics/day-equity.ts';
import { type DayOutcomes, dayOutcomes } from '#domain/statistics/day-outcomes.ts';
import { type DaySums, emptyDay } from '#domain/statistics/day-sums.ts';
import { dayMs } from '#domain/time.ts';
import { isSignalLeaf, type MinuteLeaf, parseLeaf, parseMinuteLeaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import {
  findHighestSignal,
  listStatedMinutes,
  type Period,
  settleMinute,
  type StatedMinute,
} from './counted-leaves.repository.ts';
import type { FiguresDependencies } from './read-sums-at.ts';
import { findFirstDay, listDaySums } from './record-sums.repository.ts';
import type { ReadRecap } from '../record.api.ts';

/** What the models stated on a closed day, and what became of it; from the record alone. */
export function createReadRecap({
  db,
  countRecord,
  payout,
  feed,
  clock,
}: Omit<FiguresDependencies, 'readSumsAt'>): ReadRecap {
  const getShadow = cacheByDay((day) => readShadowDay(db, { feed, ...getBounds(day) }));
  return async ({ day: date }) => {
    const newest = newestClosedDay(clock.now());
    const day = date === undefined ? newest : dayOfDate(date);
    if (day > newest) throw apiError('not_found');
    await countRecord();
    const [row] = await listDaySums(db, feed, 0, [day]);
    const sums = row?.sums ?? emptyDay();
    const { models, signals, shadow } = dayOutcomes(sums);
    const inShadow = row ? await getShadow(day, row.countedTo) : noShadow;
    const highest = higher(await highestSignals(db, { feed, ...getBounds(day) }), inShadow);
    const breakEven = getBreakEven(payout);
    const first = await findFirstDay(db, feed);
    return {
      day: dateOfDay(day),
      first: first === null ? null : dateOfDay(first),
      newest: dateOfDay(newest),
      breakEven,
      signals,
      shadow,
      models: [...models],
      ...highest,
      lesson: models.length === 0 ? null : computeLesson({ ...getFacts(sums, models, highest), breakEven }),
    };
  };
}

/** The highest passability that won and that lost. */
interface HighestStatements {
  readonly best: DayStatement | null;
  readonly worst: DayStatement | null;
}

const noShadow: HighestStatements = { best: null, worst: null };

const getBounds = (day: number) => ({ from: new Date(day * dayMs), to: new Date((day + 1) * dayMs) });

const getFacts = (sums: DaySums, models: DayOutcomes['models'], { best, worst }: HighestStatements) => ({
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

/** Among the forecasts that users received. */
async function highestSignals(db: Database, period: Period): Promise<HighestStatements> {
  const [won, lost] = await Promise.all([
    findHighestSignal(db, period, 'successful'),
    findHighestSignal(db, period, 'unsuccessful'),
  ]);
  return { best: won ? toSignalStatement(won) : null, worst: lost ? toSignalStatement(lost) : null };
}

function toSignalStatement({ index, leaf: text }: { index: number; leaf: string }): DayStatement | null {
  const leaf = parseLeaf(text);
  if (!isSignalLeaf(leaf)) return null;
  const { model: aiModel, symbol, direction, duration, passability, issuedAt } = leaf;
  return { index, source: 'signal', aiModel, symbol, direction, duration, passability, issuedAt };
}

/** Among the shadow forecasts that the models would have issued. */
async function readShadowDay(db: Database, { feed, ...period }: Period): Promise<HighestStatements> {
  const minutes = (await listStatedMinutes(db, period))
    .map((minute) => ({ ...minute, leaf: parseMinuteLeaf(minute.stated) }))
    .filter(({ leaf }) => leaf.feed === feed);
  return minutes.map(ofMinute).reduce(higher, noShadow);
}

function ofMinute({ index, leaf, ...ended }: StatedMinute & { leaf: MinuteLeaf }): HighestStatements {
  const settled = settleMinute(leaf, ended);
  let highest: HighestStatements = { best: null, worst: null };
  if (!settled) return highest;
  for (const { model, statements } of settled.stated) {
    for (const statement of statements.filter(({ isIssued }) => isIssued)) {
      const outcome = judgeStatement(statement, settled.prices);
      const { symbol, direction, duration, passability } = statement;
      const { issuedAt } = leaf;
      const one: DayStatement = {
        index,
        source: 'shadow',
        aiModel: model,
        symbol,
        direction,
        duration,
        passability,
        issuedAt,
      };
      highest = higher(highest, {
        best: outcome === 'successful' ? one : null,
        worst: outcome === 'unsuccessful' ? one : null,
      });
    }
  }
  return highest;
}

/** Of two equal ones the first stays. */
const higher = (a: HighestStatements, b: HighestStatements): HighestStatements => ({
  best: getHigher(a.best, b.best),
  worst: getHigher(a.worst, b.worst),
});

const getHigher = (a: DayStatement | null, b: DayStatement | null): DayStatement | null =>
  a && b ? (b.passability > a.passability ? b : a) : (a ?? b);
