import { randomBytes } from 'node:crypto';
import { desc } from 'drizzle-orm';
import type { BarLine } from '#contract/record/bars.ts';
import { toInstant } from '#contract/wire.ts';
import { durations as allDurations } from '#domain/market/duration.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { type AiModelKey, isTrainedModelKey } from '#domain/signals/ai-model.ts';
import { minuteMs } from '#domain/time.ts';
import type { BarInput } from '#engine/bar-input.ts';
import { sha256 } from '#node/notes.ts';
import { type MinuteLeaf, recordLimits, type VersionLeaf } from '#record/leaf.ts';
import type { RecordModel } from '#record/lines.ts';
import { stateForecasts } from '#record/state-minute.ts';
import { inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { minuteBars } from '#server/database/tables/record-tables.ts';
import { isFresh } from '#server/live/market-view.ts';
import type { VersionInUse } from '#server/modules/calibration/calibration.api.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import type { RecordedVersion } from '#server/modules/record/record.api.ts';
import { issueTime } from '#server/start/trusted-clock.ts';
import type { ClosedMinute, ShadowContext } from './shadow-context.ts';

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
    if (!isTrainedModelKey(model)) return [];
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

const isSameVersion = ({ id, file }: VersionLeaf, version: VersionInUse): boolean =>
  file === version.file && withoutIndex(id) === version.id;

/** The id of a version ends with the index of its leaf. */
export const withoutIndex = (id: string): string => id.slice(0, id.lastIndexOf('.'));

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
