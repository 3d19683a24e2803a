import { randomBytes } from 'node:crypto';
import { desc } from 'drizzle-orm';
import type { BarLine } from '#contract/record/bars.ts';
import { toInstant } from '#contract/wire.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { durations } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { type MarketClock, minuteMs } from '#domain/time.ts';
import type { BarInput } from '#engine/bar-input.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { sha256 } from '#node/sha256.ts';
import { type MinuteLeaf, recordLimits, type VersionLeaf } from '#record/leaf.ts';
import type { RecordModel } from '#record/lines.ts';
import { stateForecasts } from '#record/state-minute.ts';
import { inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { minuteBars } from '#server/database/tables/record-tables.ts';
import type { PendingInputs } from '#server/live/input-journal.ts';
import type { VersionInUse } from '#server/modules/calibration/calibration.api.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import type { RecordApi, RecordedVersion } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { issueTime } from '#server/start/trusted-clock.ts';

/** The forecasts of a minute that has closed, one or more. */
export type ClosedMinute = readonly Forecast[];

/** The leaf as it was appended; null: it is not stated, because it was before, or because it is too late. */
export type AppendMinute = (minute: ClosedMinute) => Promise<MinuteLeaf | null>;

interface AppendMinuteDependencies extends Pick<Platform, 'db' | 'crashPoint'> {
  readonly record: Pick<RecordApi, 'readMarketState' | 'createGenesis' | 'readGenesis' | 'readVersions'>;
  /** What made a forecast. */
  readonly getVersion: (forecast: Pick<Forecast, 'model' | 'modelVersion'>) => VersionInUse;
  /** Whether the price of a pair is new enough for a signal. */
  readonly isFresh: (symbol: string) => boolean;
  /** What the engine computed the forecasts from. */
  readonly inputs: PendingInputs;
  readonly clock: MarketClock;
}

/**
 * Appends the forecasts of a minute to the record, once, and at most 30 s after it closed, with the
 * versions that it is the first to use; the first minute of all also begins the record.
 */
export const createAppendMinute =
  (needs: AppendMinuteDependencies): AppendMinute =>
  async (forecasts) => {
    const { db, crashPoint } = needs;
    const minute = forecasts[0]?.barTime ?? 0;
    if (needs.clock.now() - minute - minuteMs > recordLimits.statedWithinMs) return null;
    const state = await needs.record.readMarketState(db);
    if (state !== 'kept' && state !== 'starting') return null;
    const leaf = await inTransaction(db, (work) => append(needs, work, minute, forecasts)).catch((error: unknown) => {
      if (error instanceof NotStated) return null;
      throw error;
    });
    if (leaf) crashPoint('shadow.after-append-commit');
    return leaf;
  };

/** Takes the stored inputs back. */
class NotStated extends Error {}

async function append(
  { record, getVersion, isFresh, inputs, clock, crashPoint }: AppendMinuteDependencies,
  { tx }: UnitOfWork,
  minute: number,
  forecasts: ClosedMinute,
): Promise<MinuteLeaf> {
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
  const versions = await listVersions(forecasts, { tx, record, getVersion, at, from: firstVersion });
  const models = versions.inForce.map(({ leaf }) => leaf.model);
  const without = genesis.pairs.filter((pair) => !isFresh(pair) || !isWhole(forecasts, pair, models));
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
  crashPoint('shadow.before-append-commit');
  return leaf;
}

/** Whether each model forecasts the pair in every duration. */
const isWhole = (forecasts: ClosedMinute, pair: string, models: readonly RecordModel[]): boolean =>
  models.every(
    (model) =>
      forecasts.filter((one) => one.symbol === pair && one.model === model && durations.includes(one.duration))
        .length === durations.length,
  );

interface VersionsOf {
  readonly tx: Transaction;
  readonly record: Pick<RecordApi, 'readVersions'>;
  readonly getVersion: AppendMinuteDependencies['getVersion'];
  readonly at: number;
  /** The index of the first leaf that is added. */
  readonly from: number;
}

/** The versions in force for these forecasts, and those of them that the record does not have yet. */
async function listVersions(forecasts: ClosedMinute, { tx, record, getVersion, at, from }: VersionsOf) {
  const recorded = await record.readVersions(tx);
  const added: VersionLeaf[] = [];
  const add = (model: VersionLeaf['model'], { id, file, calibration }: VersionInUse | NoVersion): RecordedVersion => {
    const index = from + added.length;
    // The index makes it new, also when a model returns to what it was.
    const leaf: VersionLeaf = { kind: 'version', model, id: `${id}.${index}`, file, calibration, at: toInstant(at) };
    added.push(leaf);
    return { index, leaf };
  };
  const used = new Map<AiModelKey, VersionInUse>();
  for (const forecast of forecasts) if (!used.has(forecast.model)) used.set(forecast.model, getVersion(forecast));
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
