import { priceDigits } from '#domain/market/currency-pair.ts';
import { getOrCreate } from '#domain/get-or-create.ts';
import { isAiModelKey } from '#domain/signals/ai-model.ts';
import {
  entryDelays,
  lateDelays,
  type LateOutcomes,
  lateOutcomes,
  parseLateEntry,
} from '#domain/signals/late-entry.ts';
import type { SignalEnd } from '#domain/statistics/count-ends.ts';
import { type CountedForecast, effectOfEnd, forecastKey } from '#domain/statistics/counted-forecast.ts';
import { dayEquity } from '#domain/statistics/day-equity.ts';
import { addSums, emptyDay, removeVoid } from '#domain/statistics/day-sums.ts';
import { getDay, getHour } from '#domain/time.ts';
import { addIssued, type ShadowHours, startOfHour } from '#domain/statistics/equity-hours.ts';
import {
  addDayByDelay,
  addEnd,
  byDelay,
  countMinuteByDelay,
  type DayByDelay,
  emptySumsByDelay,
  isCountedLate,
  type SumsByDelay,
  takeBack,
} from '#domain/statistics/sums-by-delay.ts';
import { isSignalLeaf, type OutcomeLeaf, parseLeaf, type SignalLeaf } from '#record/leaf.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { listSettledMinutes, parseSettledMinute, type SettledMinute } from './counted-leaves.repository.ts';
import {
  deleteSums,
  findDay,
  findLateDay,
  findShadowHours,
  findTotalsAfter,
  type ForecastRow,
  listForecasts,
  listForecastsEnded,
  lockProgress,
  saveDay,
  saveForecasts,
  saveLateDays,
  saveLateTotals,
  saveShadowHours,
  saveTotals,
  updateProgress,
} from './record-sums.repository.ts';
import { countLeaves, listSettled, type SettledLeaf } from '../append/record.repository.ts';

/**
 * Adds the next leaves, a bounded number, to the sums. False: none are left, or another process is
 * counting them.
 */
export type CountRecord = () => Promise<boolean>;

/** Some milliseconds each: a minute in shadow holds some thirty forecasts. */
const maxLeaves = 500;
/** What an earlier rule counted is counted again. */
const currentRule = 2;

/**
 * Counts each leaf once, in order: the sums and the number of counted leaves change in one
 * transaction, so a process may crash at any time. The figures depend on the leaves alone.
 */
export const createCountRecord =
  ({ db }: { db: Database }): CountRecord =>
  () =>
    inTransaction(db, async ({ tx }) => {
      const progress = await lockProgress(tx);
      if (progress === null) return false;
      if (progress.rule < currentRule) {
        await deleteSums(tx);
        await updateProgress(tx, { countedTo: 0, shadowCountedTo: 0, rule: currentRule });
        return true;
      }
      const size = await countLeaves(tx);
      const { countedTo: from } = progress;
      const to = Math.min(size, from + maxLeaves);
      // Lower where older leaves were counted before the equity of shadow forecasts was.
      const shadowFrom = Math.min(progress.shadowCountedTo, from);
      const shadowTo = Math.min(to, shadowFrom + maxLeaves);
      if (to <= from && shadowTo <= shadowFrom) return false;
      const minutes = await readMinutes(tx, from, to);
      if (to > from) await countFigures(tx, { from, to, minutes });
      await countShadowEquity(tx, shadowFrom === from ? minutes : await readMinutes(tx, shadowFrom, shadowTo));
      await updateProgress(tx, { countedTo: to, shadowCountedTo: shadowTo });
      return to < size || shadowTo < to;
    });

const readMinutes = async (tx: Transaction, from: number, to: number): Promise<SettledMinute[]> =>
  (await listSettledMinutes(tx, from, to)).flatMap((leaf) => parseSettledMinute(leaf) ?? []);

interface NextLeaves {
  readonly from: number;
  readonly to: number;
  /** Settled by these leaves. */
  readonly minutes: readonly SettledMinute[];
}

async function countFigures(tx: Transaction, { from, to, minutes }: NextLeaves): Promise<void> {
  const signals = (await listSettled(tx, from, to)).flatMap((leaf) => {
    const end = parseSignalEnd(leaf);
    return end ? [{ ...end, index: leaf.index }] : [];
  });
  const days = createChangedDays(tx);
  await countSignals(tx, days, signals);
  for (const { feed, statedAt, stated, prices } of minutes) {
    countMinuteByDelay(await days.of(feed, getDay(statedAt)), stated, prices, statedAt);
    days.addMinute(feed, getDay(statedAt));
  }
  await days.save(to);
}

async function countSignals(
  tx: Transaction,
  days: ChangedDays,
  ends: readonly (SignalEnd & { readonly index: number })[],
): Promise<void> {
  const keys = [...new Set(ends.map(({ key }) => key))];
  const rows = new Map((await listForecasts(tx, keys)).map((row) => [row.key, row]));
  const changed = new Map<string, ForecastRow>();
  for (const { index, key, feed, forecast } of ends) {
    const row = rows.get(key);
    const effect = effectOfEnd(row, forecast);
    if (effect === 'none') continue;
    if (row && row.result !== 'void') {
      const voided: ForecastRow = { ...row, result: 'void', late: null };
      changed.set(key, voided);
      rows.set(key, voided);
      const otherForecasts = await endedInHour(tx, changed, row);
      takeBack(await days.of(feed, getDay(row.endedAt.getTime())), toForecast(row), otherForecasts);
    }
    if (effect === 'take_back') continue;
    if (row) removeVoid((await days.of(feed, getDay(row.endedAt.getTime())))[0], toForecast(row));
    addEnd(await days.of(feed, getDay(forecast.endedAt)), forecast);
    const added: ForecastRow = { ...forecast, key, feed, leafIndex: index, endedAt: new Date(forecast.endedAt) };
    changed.set(key, added);
    rows.set(key, added);
  }
  await saveForecasts(tx, [...changed.values()]);
}

const toForecast = ({ endedAt, ...row }: ForecastRow): CountedForecast => ({ ...row, endedAt: endedAt.getTime() });

/** All forecasts of the market that ended in the hour of `row`, in the order of the record. */
async function endedInHour(
  tx: Transaction,
  changed: ReadonlyMap<string, ForecastRow>,
  { feed, endedAt }: ForecastRow,
): Promise<CountedForecast[]> {
  const hour = getHour(endedAt.getTime());
  const stored = await listForecastsEnded(tx, feed, new Date(startOfHour(hour)), new Date(startOfHour(hour + 1)));
  const all = new Map([...stored.map((row) => [row.key, row] as const), ...changed]);
  return [...all.values()]
    .filter((row) => row.feed === feed && getHour(row.endedAt.getTime()) === hour)
    .toSorted((a, b) => a.leafIndex - b.leafIndex)
    .map(toForecast);
}

type ChangedDays = ReturnType<typeof createChangedDays>;

interface ChangedDay {
  readonly feed: string;
  readonly day: number;
  readonly sums: DayByDelay;
  /** Whether it had sums of late entries before. */
  readonly hadLate: boolean;
  minutes: number;
}

function createChangedDays(tx: Transaction) {
  const days = new Map<string, ChangedDay>();
  const gains = new Map<string, SumsByDelay>();
  const getGain = (feed: string): SumsByDelay => getOrCreate(gains, feed, emptySumsByDelay);
  return {
    of: async (feed: string, day: number): Promise<DayByDelay> => {
      const key = `${day} ${feed}`;
      const known = days.get(key);
      if (known) return known.sums;
      const own = await findDay(tx, feed, day);
      const late = await findLateDay(tx, feed, day);
      const sums = byDelay((delay) => (delay === 0 ? own : late.get(delay)) ?? emptyDay());
      // Subtracts the sums as loaded; `save` adds the changed ones.
      addDayByDelay(getGain(feed), sums, -1);
      days.set(key, { feed, day, sums, hadLate: late.size > 0, minutes: 0 });
      return sums;
    },
    /** Of a day that was asked for with `of`. */
    addMinute: (feed: string, day: number): void => {
      const own = days.get(`${day} ${feed}`);
      if (own) own.minutes++;
    },
    /** Saves the days and adds their changes to the totals of their markets. */
    save: async (countedTo: number): Promise<void> => {
      for (const { feed, day, sums, hadLate, minutes } of days.values()) {
        addDayByDelay(getGain(feed), sums, 1);
        const equity = dayEquity((key) => sums[0].signals[key].hours);
        await saveDay(tx, { feed, day, countedTo, sums: sums[0], equity, minutes });
        if (hadLate || isCountedLate(sums))
          await saveLateDays(
            tx,
            lateDelays.map((delay) => ({ feed, delay, day, countedTo, sums: sums[delay] })),
          );
      }
      const withLate = new Set(
        [...days.values()].filter((one) => one.hadLate || isCountedLate(one.sums)).map((one) => one.feed),
      );
      for (const [feed, gain] of gains) {
        for (const delay of withLate.has(feed) ? entryDelays : ([0] as const)) {
          const known = (await findTotalsAfter(tx, feed, delay, -1))?.sums;
          if (known) addSums(gain[delay], known, 1);
        }
        await saveTotals(tx, { feed, countedTo, sums: gain[0] });
        if (withLate.has(feed))
          await saveLateTotals(
            tx,
            lateDelays.map((delay) => ({ feed, delay, countedTo, sums: gain[delay] })),
          );
      }
    },
  };
}

/**
 * Adds the forecasts of these minutes that the models would have issued to the hours of their days.
 */
async function countShadowEquity(tx: Transaction, minutes: readonly SettledMinute[]): Promise<void> {
  const days = new Map<string, { readonly feed: string; readonly day: number; readonly hours: ShadowHours }>();
  for (const { feed, statedAt, stated, prices } of minutes) {
    const day = getDay(statedAt);
    const key = `${day} ${feed}`;
    const own = days.get(key) ?? { feed, day, hours: await findShadowHours(tx, feed, day) };
    days.set(key, own);
    addIssued(own.hours, stated, prices, statedAt);
  }
  for (const day of days.values()) await saveShadowHours(tx, { ...day, equity: dayEquity((key) => day.hours[key]) });
}

/**
 * Uses the hashed content, not the row's kind, so that a loss relabelled as a forecast still
 * counts. Null: not the end of a signal.
 */
export function parseSignalEnd({
  ended,
  issued,
  issuedIndex,
}: Pick<SettledLeaf, 'ended' | 'issued' | 'issuedIndex'>): SignalEnd | null {
  const leaf = parseLeaf(issued);
  const end = parseLeaf(ended);
  if (!isSignalLeaf(leaf) || !isAiModelKey(leaf.model) || !('result' in end)) return null;
  const { id: signalId, feed, model, passability, hasEdge = true } = leaf;
  const endedAt = Date.parse(end.result === 'void' ? end.at : end.expiresAt);
  const late = end.result === 'void' ? null : toLateOutcomes(leaf, end);
  const key = forecastKey({ ...leaf, hasEdge, issuedAt: Date.parse(leaf.issuedAt) });
  const { result } = end;
  return { key, feed, forecast: { signalId, issuedIndex, model, passability, hasEdge, endedAt, result, late } };
}

/** Null: settled before late entries were recorded. */
function toLateOutcomes({ direction, symbol }: SignalLeaf, { closePrice, late }: OutcomeLeaf): LateOutcomes | null {
  if (!late) return null;
  const digits = priceDigits(symbol);
  return lateOutcomes(
    late.flatMap((line) => parseLateEntry(line) ?? []),
    { direction, closePrice, digits },
  );
}
