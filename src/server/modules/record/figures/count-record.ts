import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm';
import { getOrCreate } from '#domain/objects.ts';
import { getHour } from '#domain/time.ts';
import { countInTurn, countSignal, emptyHour, forecastKey, type HourSums } from '#record/figures.ts';
import type { GenesisLeaf, MinuteLeaf, SignalLeaf } from '#record/leaf.ts';
import { deriveResult, pairInTurn, type PairPrices, parseForecasts, parsePrices } from '#record/lines.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connection.ts';
import { type HourCoverage, recordHours, recordLeaves, recordProgress } from '#server/database/tables/record-tables.ts';
import { readHead } from '../append/append-leaves.ts';
import { findGenesis, type LeafRow, listLeaves, listLeavesAt, listNaming, readLeaf } from '../append/stored-leaves.ts';

/** Some milliseconds each. */
const maxLeaves = 500;

/**
 * Counts the next leaves, each once, in order: sums and progress change in one transaction, so a
 * process may crash at any time. False: none are left, or another process is counting them.
 */
export const countRecord = (db: Database): Promise<boolean> =>
  inTransaction(db, async ({ tx }) => {
    const [progress] = await tx.select().from(recordProgress).for('no key update', { skipLocked: true });
    const genesis = await findGenesis(tx);
    if (!progress || !genesis) return false;
    const from = progress.countedTo;
    const { size } = await readHead(tx);
    const to = Math.min(size, from + maxLeaves);
    if (to <= from) return false;
    await countLeaves(tx, genesis, await listLeaves(tx, from, to), to);
    await tx.update(recordProgress).set({ countedTo: to });
    return to < size;
  });

export interface Hour {
  readonly sums: HourSums;
  readonly coverage: HourCoverage;
}

export const noCoverage = (): HourCoverage => ({
  covered: 0,
  without: 0,
  decided: 0,
  noPrice: 0,
  signals: 0,
  voided: 0,
});

async function countLeaves(
  tx: Transaction,
  genesis: GenesisLeaf,
  rows: readonly LeafRow[],
  countedTo: number,
): Promise<void> {
  const named = await listStatements(tx, rows);
  const leaves = [...named.values(), ...rows].map((row) => [row.index, readLeaf(row)] as const);
  const byIndex = new Map(leaves);
  const times = leaves.flatMap(([, leaf]) =>
    leaf.kind === 'minute' || leaf.kind === 'signal' ? [Date.parse(leaf.at), Date.parse(getMinute(leaf))] : [],
  );
  const hours = await readHours(tx, new Set(times.map(getHour)));
  const ofHour = (at: number): Hour =>
    getOrCreate(hours, getHour(at), () => ({ sums: emptyHour(), coverage: noCoverage() }));
  const changed = new Set<number>();
  const change = (at: number): Hour => {
    changed.add(getHour(at));
    return ofHour(at);
  };
  const counted = await findCounted(tx, rows, byIndex);
  for (const { index } of rows) {
    const leaf = byIndex.get(index);
    if (leaf?.kind === 'minute') {
      const { coverage } = change(Date.parse(leaf.minute));
      coverage.covered++;
      coverage.without += leaf.without.length;
    } else if (leaf?.kind === 'signal') change(Date.parse(leaf.at)).coverage.signals++;
    const statement = leaf && 'of' in leaf ? byIndex.get(leaf.of) : undefined;
    if (leaf?.kind === 'void' && statement?.kind === 'signal') change(Date.parse(statement.at)).coverage.voided++;
    if (leaf?.kind !== 'outcome' || !statement) continue;
    const prices = leaf.prices.flatMap((line) => parsePrices(line) ?? []);
    if (statement.kind === 'minute') countMinute(change(Date.parse(statement.at)), genesis, statement, prices);
    if (statement.kind === 'signal') {
      const hour = change(Date.parse(statement.at));
      const own = prices.find(({ pair }) => pair === statement.pair);
      const result = own ? deriveResult(statement, own) : 'void';
      addDecided(hour.coverage, 1, result === 'void' ? 1 : 0);
      const { isFirst, isVoided } = counted(leaf.of);
      if (isFirst) countSignal(hour.sums, statement, isVoided ? 'void' : result);
    }
  }
  for (const hour of changed) {
    const own = hours.get(hour);
    if (own) await saveHour(tx, { hour, countedTo, ...own });
  }
}

const getMinute = (leaf: MinuteLeaf | SignalLeaf): string => (leaf.kind === 'minute' ? leaf.minute : leaf.at);

function addDecided(coverage: HourCoverage, count: number, noPrice: number): void {
  coverage.decided += count;
  coverage.noPrice += noPrice;
}

function countMinute({ sums, coverage }: Hour, genesis: GenesisLeaf, leaf: MinuteLeaf, prices: readonly PairPrices[]) {
  const inTurn = pairInTurn(genesis.pairs, Date.parse(leaf.minute));
  const byPair = new Map(prices.map((one) => [one.pair, one]));
  for (const { model, forecasts } of leaf.forecasts.flatMap((line) => parseForecasts(line) ?? []))
    for (const forecast of forecasts) {
      const own = byPair.get(forecast.pair);
      if (!own) continue;
      addDecided(coverage, 1, deriveResult(forecast, own) === 'void' ? 1 : 0);
      if (forecast.pair === inTurn) countInTurn(sums, model, { forecast, prices: own, payout: genesis.payout });
    }
}

/** What the outcomes and voids among these leaves are of. */
async function listStatements(tx: Transaction, rows: readonly LeafRow[]): Promise<Map<number, LeafRow>> {
  const indices = rows.flatMap(({ kind, of }) => ((kind === 'outcome' || kind === 'void') && of !== null ? [of] : []));
  return new Map((await listLeavesAt(tx, [...new Set(indices)])).map((row) => [row.index, row]));
}

/**
 * Of the signals whose outcomes are among these leaves: whether it is the first of its forecast, and
 * whether the operator voided it.
 */
async function findCounted(
  tx: Transaction,
  rows: readonly LeafRow[],
  byIndex: ReadonlyMap<number, ReturnType<typeof readLeaf>>,
) {
  const ended = rows.flatMap(({ kind, of }) => {
    const leaf = kind === 'outcome' && of !== null ? byIndex.get(of) : undefined;
    return leaf?.kind === 'signal' && of !== null ? [{ index: of, leaf }] : [];
  });
  const [siblings, voids] = await Promise.all([
    listNaming(tx, [...new Set(ended.map(({ leaf }) => leaf.of))], ['signal']),
    listNaming(
      tx,
      ended.map(({ index }) => index),
      ['void'],
    ),
  ]);
  const firsts = new Map<string, number>();
  for (const row of siblings) {
    const leaf = readLeaf(row);
    const key = leaf.kind === 'signal' ? forecastKey(leaf) : null;
    if (key !== null && !firsts.has(key)) firsts.set(key, row.index);
  }
  const counted = new Set(firsts.values());
  const voided = new Set(voids.flatMap(({ of }) => of ?? []));
  return (index: number) => ({ isFirst: counted.has(index), isVoided: voided.has(index) });
}

async function readHours(tx: Transaction, wanted: ReadonlySet<number>): Promise<Map<number, Hour>> {
  if (wanted.size === 0) return new Map();
  const rows = await tx
    .select()
    .from(recordHours)
    .where(inArray(recordHours.hour, [...wanted]));
  return new Map(rows.map(({ hour, sums, coverage }) => [hour, { sums, coverage }]));
}

async function saveHour(tx: Transaction, row: typeof recordHours.$inferInsert): Promise<void> {
  const { countedTo, sums, coverage } = row;
  await tx
    .insert(recordHours)
    .values(row)
    .onConflictDoUpdate({ target: recordHours.hour, set: { countedTo, sums, coverage } });
}

/** Minute leaves [from, to), for what models would have issued. */
export const listMinutes = (db: Database, from: number, to: number): Promise<{ leaf: string }[]> =>
  db
    .select({ leaf: recordLeaves.leaf })
    .from(recordLeaves)
    .where(and(eq(recordLeaves.kind, 'minute'), gte(recordLeaves.index, from), lt(recordLeaves.index, to)))
    .orderBy(asc(recordLeaves.index));
