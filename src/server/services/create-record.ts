import type { FastifyBaseLogger } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { ReadModelFigures } from '#server/modules/record/record.api.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import type { Bus } from '../integrations/bus/bus.ts';
import type { ModelMetadata } from '../modules/models/read-model-metadata.ts';
import type { ReadinessCheck } from '../http/check-readiness.ts';
import { countRecordBySecond } from '../modules/record/count-record-by-second.ts';
import { createCountRecord } from '../modules/record/count-record.ts';
import { createCheckpoints } from '../modules/record/checkpoints.ts';
import { createExportDays, exportPath } from '../modules/record/export-days.ts';
import { exportHourly } from '../modules/record/export-hourly.ts';
import { createProveConsistency } from '../modules/record/prove-consistency.ts';
import { createProveInclusion } from '../modules/record/prove-inclusion.ts';
import { createReadEntries, createReadEntry } from '../modules/record/read-entries.ts';
import { createReadEquity } from '../modules/record/read-equity.ts';
import { createReadModelFigures } from '../modules/record/read-model-figures.ts';
import { createReadOverall } from '../modules/record/read-overall.ts';
import { createReadRecordSums } from '../modules/record/read-record-sums.ts';
import { createReadRecord } from '../modules/record/read-record.ts';
import { createReadReplay } from '../modules/record/read-replay.ts';
import { createReadSummary } from '../modules/record/read-summary.ts';
import { openRecordKey, type RecordKey } from '../modules/record/record-key.ts';
import { recordModule } from '../modules/record/record.routes.ts';
import { recordViewsModule } from '../modules/record/record-views.routes.ts';
import { createSignRecord } from '../modules/record/sign-record.ts';
import { createSignedMemory } from '../modules/record/signed-memory.ts';
import type { CheckpointRow } from '../modules/record/record-tree.repository.ts';
import { recordFolder } from '../modules/record/record-folder.ts';

export interface PublicRecord {
  readonly readModelFigures: ReadModelFigures;
  readonly modules: readonly FastifyPluginAsyncZod[];
  readonly readiness: readonly ReadinessCheck[];
  /** The record's key, for signing other immutable texts. */
  readonly signer: Pick<RecordKey, 'name' | 'sign'>;
  /** Starts signing; the audit of the existing record runs in the background. */
  start(): void;
  stop(): Promise<void>;
}

interface Needs {
  readonly config: Pick<Config, 'secret' | 'publicUrl' | 'dataDir' | 'payout' | 'feed' | 'includeThinHours'>;
  readonly db: Database;
  readonly bus: Bus;
  /** The feed that runs now, as in the leaves. */
  readonly feed: string;
  readonly metadata: ModelMetadata;
  /** Closed bars with `from` <= time < `to`. */
  readonly bars: (symbol: string, from: number, to: number) => readonly Bar[];
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: FastifyBaseLogger;
}

/**
 * Composes the public record: key, checkpoints, proofs, figures, files. Requires a migrated
 * database.
 */
export async function createRecord({
  config,
  db,
  bus,
  feed,
  metadata,
  bars,
  clock,
  marketClock,
  after,
  log,
}: Needs): Promise<PublicRecord> {
  const key = await openRecordKey({ db, secret: config.secret, name: originOf(config.publicUrl), clock });
  const folder = recordFolder(config.dataDir, key);
  const stopping = new AbortController();
  const { signal } = stopping;
  /**
   * At the size of a handover, returns the note that the current key has signed too: same size,
   * same root.
   */
  const withKeyOfToday = (row: CheckpointRow): CheckpointRow => {
    const { fromSize, handover } = key.terms.at(-1) ?? { fromSize: 0, handover: null };
    return handover !== null && row.size === fromSize ? { ...row, note: handover } : row;
  };
  const signGrown = createSignRecord({ db, key, memory: createSignedMemory(folder), clock, signal });
  const sign = async (): Promise<CheckpointRow> => withKeyOfToday(await signGrown());
  const checkpoints = createCheckpoints({ db, sign, bus, clock, after, log });
  const exportDays = createExportDays({ db, folder, keys: key.terms, clock, marketClock });
  const countRecord = createCountRecord({ db });
  const counting = countRecordBySecond({ countRecord, after, log });
  const figures = { sums: createReadRecordSums({ db, feed }), countRecord, feed, clock: marketClock };
  const readModelFigures = createReadModelFigures({ ...figures, payout: config.payout, cards: metadata });
  const readEntries = createReadEntries({ db, clock: marketClock });
  const exporting = exportHourly({ exportDays, after, log });
  return {
    signer: key,
    readModelFigures,
    modules: [
      recordModule({
        readRecord: createReadRecord({ db, clock: marketClock }),
        proveInclusion: createProveInclusion({ db, checkpoints }),
        proveConsistency: createProveConsistency({ db, checkpoints }),
        readModelFigures,
        readCheckpoint: async () => {
          const newest = await checkpoints.newest();
          return newest ? withKeyOfToday(newest).note : null;
        },
        keys: key.terms,
        exportPathOf: (day) => exportPath(folder, day),
      }),
      recordViewsModule({
        readSummary: createReadSummary({
          db,
          payout: config.payout,
          feed: { id: feed, kind: config.feed.kind },
          excludesThinHours: !config.includeThinHours,
        }),
        readEntries,
        readReplay: createReadReplay({ readEntries, feed, bars, clock }),
        readEntry: createReadEntry({ db, clock: marketClock }),
        readOverall: createReadOverall(figures),
        readEquity: createReadEquity({ ...figures, db, payout: config.payout }),
      }),
    ],
    readiness: [{ name: 'record', check: async () => (checkpoints.isSigning() ? 'ok' : 'degraded') }],
    start: () => {
      checkpoints.start();
      counting.start();
      exporting.start();
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([exporting.stop(), counting.stop(), checkpoints.stop()]);
    },
  };
}

/** As C2SP recommends: a URL without its scheme. */
const originOf = (publicUrl: string): string => `${new URL(publicUrl).host}/record`;
