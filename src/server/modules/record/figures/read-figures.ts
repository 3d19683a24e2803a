import { gt } from 'drizzle-orm';
import type { ModelState, PublishedFigures } from '#contract/record/cards.ts';
import type { CoverageDay, RecordCoverage, RecordFigures } from '#contract/record/record.ts';
import type { AiModelKey, ModelCard } from '#domain/signals/ai-model.ts';
import { parseFactor } from '#domain/statistics/calibration-factor.ts';
import { flagModel } from '#domain/statistics/flag-model.ts';
import { dateOfDay, dayMs, getDay, hourMs, minuteMs, startOfMinute } from '#domain/time.ts';
import { computeFigures, type HourSums } from '#record/figures.ts';
import type { GenesisLeaf, VersionLeaf } from '#record/leaf.ts';
import { recordModels } from '#record/lines.ts';
import { countOpenMinutes } from '#record/verify/coverage.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { type HourCoverage, recordHours, recordProgress } from '#server/database/tables/record-tables.ts';
import { findGenesis, findLeaf, listVersions } from '../append/stored-leaves.ts';
import type { RecordContext } from '../record-context.ts';
import { countRecord, type Hour, noCoverage } from './count-record.ts';

/** All of one number of leaves. */
interface Counted {
  readonly size: number;
  /** The latest `at` of these leaves, milliseconds UTC. */
  readonly newestAt: number;
  readonly genesis: GenesisLeaf | null;
  readonly hours: ReadonlyMap<number, Hour>;
}

const maxCoverageDays = 90;

export type RecordFiguresReader = ReturnType<typeof cacheFigures>;

/** Caches the sums of the hours, and reads those that have changed since. */
export function cacheFigures(ctx: RecordContext) {
  const { db } = ctx;
  const hours = new Map<number, Hour>();
  let cached: Counted = { size: 0, newestAt: 0, genesis: null, hours };
  let reading: Promise<unknown> = Promise.resolve();
  const answers = new Map<RecordFigures['days'], PublishedFigures>();

  const readOn = async (): Promise<Counted> => {
    // Where nothing can be written, what was counted before is read.
    await countRecord(db).catch(ifUnavailable);
    const changed = await listChanged(db, cached.size);
    const size = changed[0]?.size ?? cached.size;
    if (size === cached.size) return cached;
    for (const { hour } of changed) if (hour) hours.set(hour.hour, hour);
    const [genesis, newest] = [cached.genesis ?? (await findGenesis(db)), await findLeaf(db, size - 1)];
    cached = { size, newestAt: newest?.at.getTime() ?? 0, genesis, hours };
    answers.clear();
    return cached;
  };

  const read = (): Promise<Counted> => {
    const next = reading.then(readOn, readOn);
    reading = next;
    return next;
  };

  return {
    /** Of the last UTC days; null: of all. */
    readFigures: async (days: RecordFigures['days']): Promise<PublishedFigures> => {
      const counted = await read();
      const known = answers.get(days);
      if (known) return known;
      const { size, newestAt, genesis } = counted;
      const { models = recordModels, payout = ctx.config.payout } = genesis ?? {};
      const entries = [...counted.hours].map(([hour, { sums }]) => [hour, sums] as const);
      const figures = computeFigures(entries, { size, days, newestAt, models: [...models], payout });
      const answer = { ...figures, states: await readStates(ctx, entries) };
      if (size === cached.size) answers.set(days, answer);
      return answer;
    },
    readCoverage: async (): Promise<RecordCoverage> => {
      const { size, newestAt, genesis, hours: counted } = await read();
      return { size, days: genesis ? listDays(genesis, counted, newestAt) : [] };
    },
  };
}

function ifUnavailable(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error;
}

/** The progress, with each hour that has changed since `size` leaves were counted: one query, of one moment. */
const listChanged = (db: RecordContext['db'], size: number) =>
  db
    .select({ size: recordProgress.countedTo, hour: recordHours })
    .from(recordProgress)
    .leftJoin(recordHours, gt(recordHours.countedTo, size));

/** Newest first; the newest day up to its newest minute. */
function listDays({ calendar, at }: GenesisLeaf, hours: ReadonlyMap<number, Hour>, newestAt: number): CoverageDay[] {
  // The bar of the first minute closed before the genesis that it brought.
  const from = startOfMinute(Date.parse(at)) - minuteMs;
  const days = new Map<number, HourCoverage>();
  for (const [hour, { coverage }] of hours) {
    const own = days.get(getDay(hour * hourMs));
    days.set(getDay(hour * hourMs), own ? addCoverage(own, coverage) : coverage);
  }
  const to = Math.max(from, startOfMinute(newestAt));
  const newest = getDay(to);
  const listed: CoverageDay[] = [];
  for (let day = newest; day >= getDay(from) && listed.length < maxCoverageDays; day--) {
    const coverage = days.get(day) ?? noCoverage();
    const open = countOpenMinutes(calendar, Math.max(from, day * dayMs), Math.min(to, (day + 1) * dayMs));
    listed.push({ day: dateOfDay(day), ...coverage, open });
  }
  return listed;
}

const addCoverage = (a: HourCoverage, b: HourCoverage): HourCoverage => ({
  covered: a.covered + b.covered,
  without: a.without + b.without,
  decided: a.decided + b.decided,
  noPrice: a.noPrice + b.noPrice,
  signals: a.signals + b.signals,
  voided: a.voided + b.voided,
});

/** Of each model of this product that has a file. */
async function readStates(
  { db, models }: RecordContext,
  hours: readonly (readonly [number, HourSums])[],
): Promise<ModelState[]> {
  const versions = await listVersions(db);
  return [...models].map(([model, { card, fileHash }]) => {
    const own = versions.filter(({ leaf }) => leaf.model === model);
    const newest = own.at(-1)?.leaf;
    const isInUse = newest?.file === fileHash;
    // The file's statements begin after the last version with another one.
    const other = own.findLastIndex(({ leaf }) => leaf.file !== fileHash);
    const since = Date.parse(own[other + 1]?.leaf.at ?? '');
    const live = hours.filter(([hour]) => hour * hourMs >= since);
    return {
      model,
      calibration: isInUse ? toCalibration(newest?.calibration ?? null) : null,
      card: card && toCardDto(card),
      flag: card && isInUse ? flagModel(toSteps(live, model), card) : null,
    };
  });
}

/** Hours of a model, each with its steps. */
const toSteps = (hours: readonly (readonly [number, HourSums])[], model: AiModelKey) =>
  model === 'manual' ? [] : hours.map(([, { turns }]) => turns[model]?.steps ?? {});

const toCalibration = (calibration: VersionLeaf['calibration']): ModelState['calibration'] =>
  calibration && {
    from: calibration.from,
    to: calibration.to,
    decisions: calibration.decisions,
    sessions: calibration.factors.flatMap((line) => parseFactor(line) ?? []),
  };

const toCardDto = ({ keptOut, byDay }: ModelCard): NonNullable<ModelState['card']> => ({
  ...keptOut,
  byDay: byDay.map(({ stated: _stated, ...rates }) => rates),
});
