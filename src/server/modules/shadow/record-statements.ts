import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte } from 'drizzle-orm';
import type { BarLine } from '#contract/record/bars.ts';
import { toInstant } from '#contract/wire.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { type Duration, durationMs, durations as allDurations } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { BarInput } from '#engine/bar-input.ts';
import { sha256 } from '#node/notes.ts';
import { type Leaf, type MinuteLeaf, type OutcomeLeaf, recordLimits, type VersionLeaf } from '#record/leaf.ts';
import { type PairPrices, parseForecasts, type RecordModel, type StatedTick, writePrices } from '#record/lines.ts';
import { stateForecasts } from '#record/state-minute.ts';
import { inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { minuteBars, recordLeaves, recordOpen } from '#server/database/tables/record-tables.ts';
import { isFresh } from '#server/live/market-view.ts';
import type { VersionInUse } from '#server/modules/calibration/calibration.api.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import type { RecordedVersion } from '#server/modules/record/record.api.ts';
import { issueTime } from '#server/start/trusted-clock.ts';
import type { ClosedMinute, ShadowContext } from './shadow-context.ts';
import { getOrCreate } from '#domain/objects.ts';
import { computeMid, priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import type { DecidingTick } from '#engine/signal/enter.ts';
import { listOpen, readLeaf } from '#server/modules/record/append/stored-leaves.ts';
import type { DecidingTicks } from '#server/modules/signals/signals.api.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';

/** All forecasts of a minute that has just closed. */
export function takeForecasts(ctx: ShadowContext, forecasts: readonly Forecast[]): void {
  const newest = Math.max(...forecasts.map(({ barTime }) => barTime));
  const minute = forecasts.filter(({ barTime }) => barTime === newest);
  if (minute.length === 0) return;
  ctx.waiting = [...ctx.waiting, minute];
  if (ctx.isStarted) void poll(ctx);
}

/**
 * Writes stated forecasts and settles due ones, after the iteration that is running, so that forecasts are
 * written without delay.
 */
export function poll(ctx: ShadowContext): Promise<void> {
  ctx.polling = ctx.polling
    .then(() => writeAndSettle(ctx))
    .catch((error: unknown) => ctx.log.error({ err: error }, 'recording forecasts failed; retrying'));
  return ctx.polling;
}

/** Due minutes are settled with the next minute's forecasts, or alone after this much market time. */
const settleEveryMs = 61_000;

async function writeAndSettle(ctx: ShadowContext): Promise<void> {
  const { marketClock: clock } = ctx;
  const isMinute = (await appendWaiting(ctx)) || clock.now() - ctx.settledAt >= settleEveryMs;
  await settleDue(ctx, isMinute ? 'all' : 'signals');
  if (isMinute) ctx.settledAt = clock.now();
}

/** Whether a minute was appended. */
async function appendWaiting(ctx: ShadowContext): Promise<boolean> {
  const { engine, marketClock: clock } = ctx;
  const hasPrices = () => engine.feed.symbols.every((symbol) => isFresh(engine, symbol, clock.now()));
  let isAppended = false;
  for (let [next] = ctx.waiting; next; [next] = ctx.waiting) {
    const minute = next[0]?.barTime ?? 0;
    // Its forecasts are of a time that the feed has reached, whatever the clock says.
    if (engine.decidableUntil() < minute && startOfMinute(clock.now()) === minute + minuteMs) break;
    if (clock.now() < ctx.pricesDueAt && !hasPrices()) break;
    const leaf = await appendMinute(ctx, next);
    if (leaf) isAppended = true;
    for (const { symbol, statedAt, durations } of leaf ? listPairs(leaf) : [])
      ctx.ticks.expect(symbol, statedAt, durations);
    // Only completed work leaves the queue, so a short database outage loses nothing.
    ctx.waiting = ctx.waiting.slice(1);
  }
  return isAppended;
}

export async function settleDue(ctx: ShadowContext, of: 'signals' | 'all'): Promise<void> {
  if (!(await isKept(ctx))) return;
  const until = ctx.engine.decidableUntil();
  ctx.ticks.passed(until);
  // Deciding ticks must be in the log before anything is decided from it.
  await ctx.signals.tickLog.flush();
  await settleStatements(ctx, { until, of });
}

/** Whether leaves of this market are in the record. */
export const isKept = async ({ record, leaderDb }: ShadowContext): Promise<boolean> =>
  (await record.readMarketState(leaderDb)) === 'kept';

/**
 * Appends the forecasts of a minute to the record, once, and at most 30 s after it closed, with the
 * versions that it is the first to use; the first minute of all also begins the record. Null: it is not
 * stated, because it was before, or because it is too late.
 */
export async function appendMinute(ctx: ShadowContext, forecasts: ClosedMinute): Promise<MinuteLeaf | null> {
  const { leaderDb: db, record, marketClock, crashPoint } = ctx;
  const minute = forecasts[0]?.barTime ?? 0;
  if (marketClock.now() - minute - minuteMs > recordLimits.statedWithinMs) return null;
  const state = await record.readMarketState(db);
  if (state !== 'kept' && state !== 'starting') return null;
  const leaf = await inTransaction(db, (work) => append(ctx, work, minute, forecasts)).catch((error: unknown) => {
    if (error instanceof NotStated) return null;
    throw error;
  });
  if (leaf) crashPoint('shadow.after-append-commit');
  return leaf;
}

/** Takes the stored inputs back. */
class NotStated extends Error {}

async function append(
  ctx: ShadowContext,
  { tx }: UnitOfWork,
  minute: number,
  forecasts: ClosedMinute,
): Promise<MinuteLeaf> {
  const { record, engine, marketClock: clock } = ctx;
  const { inputs } = engine;
  const pending = inputs.upTo(minute, await findNextInput(tx, inputs.run));
  const line = writeBarLine({ minute: toInstant(minute), inputs: pending.inputs });
  // Before the lock of the record, which signals wait for: the first line of a process has 2 MB.
  await insertBars(tx, { minute: new Date(minute), line, run: inputs.run, nextInput: pending.next });
  const head = await lockRecord(tx);
  const at = issueTime(clock.now(), head.newestAt);
  if (at === null) throw new NotStated();
  const isLate = at < minute + minuteMs || at - minute - minuteMs > recordLimits.statedWithinMs;
  if (isLate || (head.minute && head.minute.minute >= minute)) throw new NotStated();
  const begun = await record.readGenesis(tx);
  const genesis = begun ?? record.createGenesis(at);
  if (!isMarketOpen({ calendar: genesis.calendar, window: null }, minute)) throw new NotStated();
  const firstVersion = head.size + (begun ? 0 : 1);
  const versions = await listVersions(ctx, tx, forecasts, { at, from: firstVersion });
  const models = versions.inForce.map(({ leaf }) => leaf.model);
  const without = genesis.pairs.filter(
    (pair) => !isFresh(engine, pair, clock.now()) || !isWhole(forecasts, pair, models),
  );
  const lines = stateForecasts(forecasts, { ...genesis, models, minute, at, without });
  if (!lines) throw new NotStated();
  const leaf: MinuteLeaf = {
    kind: 'minute',
    minute: toInstant(minute),
    at: toInstant(at),
    inputs: Buffer.from(sha256(Buffer.from(line))).toString('hex'),
    versions: versions.inForce.map(({ index }) => index),
    forecasts: lines,
    without,
    nonce: randomBytes(16).toString('hex'),
  };
  await appendLeaves(tx, head, [...(begun ? [] : [genesis]), ...versions.added, leaf]);
  ctx.crashPoint('shadow.before-append-commit');
  return leaf;
}

/** Whether each model forecasts the pair in every duration. */
const isWhole = (forecasts: ClosedMinute, pair: string, models: readonly RecordModel[]): boolean =>
  models.every(
    (model) =>
      forecasts.filter((one) => one.symbol === pair && one.model === model && allDurations.includes(one.duration))
        .length === allDurations.length,
  );

/**
 * The versions in force for these forecasts, and those of them that the record does not have yet, of which the
 * first gets the index `from`.
 */
async function listVersions(
  { record, calibration }: ShadowContext,
  tx: Transaction,
  forecasts: ClosedMinute,
  { at, from }: { readonly at: number; readonly from: number },
) {
  const recorded = await record.readVersions(tx);
  const added: VersionLeaf[] = [];
  const add = (model: VersionLeaf['model'], version: VersionInUse | NoVersion): RecordedVersion => {
    const index = from + added.length;
    // The index makes it new, also when a model returns to what it was.
    const leaf: VersionLeaf = { kind: 'version', model, ...version, id: `${version.id}.${index}`, at: toInstant(at) };
    added.push(leaf);
    return { index, leaf };
  };
  const used = new Map<AiModelKey, VersionInUse>();
  for (const forecast of forecasts)
    if (!used.has(forecast.model)) used.set(forecast.model, calibration.getVersion(forecast));
  for (const [model, { leaf }] of recorded)
    if (leaf.file !== null && !used.has(model)) add(leaf.model, { id: 'left', file: null, calibration: null });
  const inForce = [...used].flatMap(([model, version]) => {
    if (!isLocalModel(model)) return [];
    const known = recorded.get(model);
    return known && isSameVersion(known.leaf, version) ? [known] : [add(model, version)];
  });
  return { added, inForce };
}

interface NoVersion {
  readonly id: string;
  readonly file: null;
  readonly calibration: null;
}

const isLocalModel = (model: AiModelKey): model is VersionLeaf['model'] =>
  model !== 'manual' && model !== 'chatgpt_4o' && model !== 'indicators_chatgpt_3.5';

/** The id ends with the index of the leaf. */
const isSameVersion = ({ id, file }: VersionLeaf, version: VersionInUse): boolean =>
  file === version.file && id.slice(0, id.lastIndexOf('.')) === version.id;

const writeBarLine = (line: Omit<BarLine, 'inputs'> & { readonly inputs: readonly BarInput[] }): string =>
  JSON.stringify(line);

/** The number of the first input of this run that is not stored yet. */
async function findNextInput(tx: Transaction, run: string): Promise<number> {
  const newest = await tx
    .select({ run: minuteBars.run, nextInput: minuteBars.nextInput })
    .from(minuteBars)
    .orderBy(desc(minuteBars.minute))
    .limit(1);
  return newest[0]?.run === run ? newest[0].nextInput : 0;
}

/** Throws where those of this minute are stored. */
async function insertBars(tx: Transaction, row: typeof minuteBars.$inferInsert): Promise<void> {
  const stored = await tx.insert(minuteBars).values(row).onConflictDoNothing().returning({ minute: minuteBars.minute });
  if (stored.length === 0) throw new NotStated();
}

/** The forecasts that a statement waits for, by pair. Milliseconds UTC of market time. */
interface OpenPair {
  readonly symbol: string;
  readonly durations: readonly Duration[];
  readonly statedAt: number;
}

/** In the order of an outcome's lines. */
function listPairs(leaf: Leaf): readonly OpenPair[] {
  if (leaf.kind === 'signal') {
    const { pair: symbol, duration, at } = leaf;
    return [{ symbol, durations: [duration], statedAt: Date.parse(at) }];
  }
  if (leaf.kind !== 'minute') return [];
  const byPair = new Map<string, Set<Duration>>();
  for (const { forecasts } of leaf.forecasts.flatMap((line) => parseForecasts(line) ?? []))
    for (const { pair, duration } of forecasts) getOrCreate(byPair, pair, () => new Set<Duration>()).add(duration);
  return [...byPair]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, own]) => ({ symbol, durations: [...own].toSorted((a, b) => a - b), statedAt: Date.parse(leaf.at) }));
}

interface Due {
  /** Every tick up to then is in the log; milliseconds of market time. */
  readonly until: number;
  /** Minutes settle together, once a minute, so that the record grows once a minute. */
  readonly of: 'signals' | 'all';
}

/** Max statements per transaction. */
const maxBatch = 20;

/** Appends the outcomes of all statements that are due, as the tick log has their prices. */
export async function settleStatements(ctx: ShadowContext, due: Due): Promise<void> {
  for (let count = maxBatch; count === maxBatch; ) count = await settleSome(ctx, due);
}

const settleSome = ({ leaderDb, signals, engine, crashPoint }: ShadowContext, { until, of }: Due): Promise<number> =>
  inTransaction(leaderDb, async ({ tx }) => {
    const rows = await tx
      .select({ ...getTableColumns(recordOpen), leaf: recordLeaves.leaf })
      .from(recordOpen)
      .innerJoin(recordLeaves, eq(recordLeaves.index, recordOpen.index))
      .where(and(lte(recordOpen.dueAt, new Date(until)), of === 'signals' ? isNull(recordOpen.minute) : undefined))
      .orderBy(asc(recordOpen.index))
      .limit(maxBatch)
      .for('update', { of: recordOpen, skipLocked: true });
    if (rows.length === 0) return 0;
    const ticks = signals.loggedTicks(tx, engine.feed.id);
    const outcomes: OutcomeLeaf[] = [];
    for (const row of rows) {
      const prices: string[] = [];
      for (const pair of listPairs(readLeaf(row))) prices.push(writePrices(await readPrices(ticks, pair)));
      outcomes.push({ kind: 'outcome', of: row.index, prices });
    }
    await tx.delete(recordOpen).where(
      inArray(
        recordOpen.index,
        rows.map(({ index }) => index),
      ),
    );
    // Last, because its lock makes every other writer of the record wait until this commit.
    await appendLeaves(tx, await lockRecord(tx), outcomes, until);
    crashPoint('shadow.before-settle-commit');
    return rows.length;
  });

/** The entry, and the close of each duration: void where no tick came in its window. */
async function readPrices(ticks: DecidingTicks, { symbol, durations, statedAt }: OpenPair): Promise<PairPrices> {
  const [entry] = await ticks.first([{ symbol, at: statedAt }]);
  const closes = entry
    ? await ticks.last(durations.map((duration) => ({ symbol, at: entry.time + durationMs(duration) })))
    : [];
  return {
    pair: symbol,
    entry: entry ? toStated(symbol, entry, statedAt) : null,
    closes: durations.map((duration, i) => {
      const close = closes[i];
      const isClose = entry && close && close.time >= entry.time;
      return { duration, tick: isClose ? toStated(symbol, close, statedAt) : null };
    }),
  };
}

const toStated = (symbol: string, { time, bid, ask }: DecidingTick, statedAt: number): StatedTick => ({
  price: roundPrice(computeMid(bid, ask), priceDigits(symbol)),
  afterMs: time - statedAt,
});

/** What the statements of the record wait for; `enteredAt`: time of the entry tick, null: none was logged. */
export async function listOpenPairs({
  leaderDb: db,
  signals,
  engine,
}: ShadowContext): Promise<readonly (OpenPair & { readonly enteredAt: number | null })[]> {
  const pairs = (await listOpen(db)).flatMap((row) => listPairs(readLeaf(row)));
  const ticks = signals.loggedTicks(db, engine.feed.id);
  const entries = await ticks.first(pairs.map(({ symbol, statedAt }) => ({ symbol, at: statedAt })));
  return pairs.map((pair, i) => ({ ...pair, enteredAt: entries[i]?.time ?? null }));
}
