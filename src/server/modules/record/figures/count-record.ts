import { isAiModelKey } from '#domain/signals/ai-model.ts';
import type { SignalEnd } from '#domain/statistics/count-ends.ts';
import { type CountedForecast, effectOfEnd, forecastKey } from '#domain/statistics/counted-forecast.ts';
import { dayEquity } from '#domain/statistics/day-equity.ts';
import {
  addDay,
  addForecast,
  addSums,
  type DaySums,
  emptyDay,
  emptySums,
  type RecordSums,
  removeVoid,
  withdraw,
} from '#domain/statistics/day-sums.ts';
import { addIssued, type ShadowHours, startOfHour } from '#domain/statistics/equity-hours.ts';
import { countMinute } from '#domain/statistics/shadow-tally.ts';
import { getOrCreate } from '#domain/objects.ts';
import { getDay, getHour } from '#domain/time.ts';
import { isSignalLeaf, parseLeaf } from '#record/leaf.ts';
import { type Database, type Transaction, inTransaction } from '#server/database/connection.ts';
import { listSettledMinutes, parseSettledMinute } from './counted-leaves.repository.ts';
import {
  findDay,
  findTotalsAfter,
  type ForecastRow,
  listForecasts,
  listForecastsEnded,
  lockProgress,
  saveDay,
  saveForecasts,
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

/**
 * Counts each leaf once, in order: the sums and the number of counted leaves change in one
 * transaction, so a process may crash at any time. The figures depend on the leaves alone.
 */
export const createCountRecord =
  ({ db }: { db: Database }): CountRecord =>
  () =>
    inTransaction(db, async ({ tx }) => {
      const from = await lockProgress(tx);
      if (from === null) return false;
      const size = await countLeaves(tx);
      const to = Math.min(size, from + maxLeaves);
      if (to <= from) return false;
      await countFigures(tx, from, to);
      await updateProgress(tx, to);
      return to < size;
    });

async function countFigures(tx: Transaction, from: number, to: number): Promise<void> {
  const signals = (await listSettled(tx, from, to)).flatMap((leaf) => {
    const end = parseSignalEnd(leaf);
    return end ? [{ ...end, index: leaf.index }] : [];
  });
  const days = createChangedDays(tx);
  await countSignals(tx, days, signals);
  const minutes = (await listSettledMinutes(tx, from, to)).flatMap((leaf) => parseSettledMinute(leaf) ?? []);
  for (const { feed, statedAt, stated, prices } of minutes) {
    const day = await days.of(feed, getDay(statedAt));
    countMinute(day.sums.shadow, stated, prices, statedAt);
    addIssued(day.shadowHours, stated, prices, statedAt);
    day.minutes++;
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
      const voided: ForecastRow = { ...row, result: 'void' };
      changed.set(key, voided);
      rows.set(key, voided);
      const otherForecasts = await endedInHour(tx, changed, row);
      withdraw((await days.of(feed, getDay(row.endedAt.getTime()))).sums, toForecast(row), otherForecasts);
    }
    if (effect === 'take_back') continue;
    if (row) removeVoid((await days.of(feed, getDay(row.endedAt.getTime()))).sums, toForecast(row));
    addForecast((await days.of(feed, getDay(forecast.endedAt))).sums, forecast);
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
  readonly sums: DaySums;
  readonly shadowHours: ShadowHours;
  /** Settled by these leaves. */
  minutes: number;
}

function createChangedDays(tx: Transaction) {
  const days = new Map<string, ChangedDay>();
  const gains = new Map<string, RecordSums>();
  const getGain = (feed: string): RecordSums => getOrCreate(gains, feed, emptySums);
  return {
    of: async (feed: string, day: number): Promise<ChangedDay> => {
      const key = `${day} ${feed}`;
      const known = days.get(key);
      if (known) return known;
      const { sums, shadowHours } = (await findDay(tx, feed, day)) ?? { sums: emptyDay(), shadowHours: {} };
      // Subtracts the sums as loaded; `save` adds the changed ones.
      addDay(getGain(feed), sums, -1);
      const own = { feed, day, sums, shadowHours, minutes: 0 };
      days.set(key, own);
      return own;
    },
    /** Saves the days and adds their changes to the totals of their markets. */
    save: async (countedTo: number): Promise<void> => {
      for (const own of days.values()) {
        addDay(getGain(own.feed), own.sums, 1);
        const equity = dayEquity((key) => own.sums.signals[key].hours);
        const shadowEquity = dayEquity((key) => own.shadowHours[key]);
        await saveDay(tx, { ...own, countedTo, equity, shadowEquity });
      }
      for (const [feed, gain] of gains) {
        const known = await findTotalsAfter(tx, feed, -1);
        if (known) addSums(gain, known.sums, 1);
        await saveTotals(tx, { feed, countedTo, sums: gain });
      }
    },
  };
}

/**
 * Uses the hashed content, not the row's kind, so that a loss relabelled as a forecast still
 * counts. Null: not the end of a signal.
 */
function parseSignalEnd({
  ended,
  issued,
  issuedIndex,
}: Pick<SettledLeaf, 'ended' | 'issued' | 'issuedIndex'>): SignalEnd | null {
  const leaf = parseLeaf(issued);
  const end = parseLeaf(ended);
  if (!isSignalLeaf(leaf) || !isAiModelKey(leaf.model) || !('result' in end)) return null;
  const { id: signalId, feed, model, passability, hasEdge } = leaf;
  const endedAt = Date.parse(end.result === 'void' ? end.at : end.expiresAt);
  const key = forecastKey({ ...leaf, issuedAt: Date.parse(leaf.issuedAt) });
  const { result } = end;
  return { key, feed, forecast: { signalId, issuedIndex, model, passability, hasEdge, endedAt, result } };
}
