import { weekMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { countLeaves } from './append/record.repository.ts';
import { type CountRecord, createCountRecord } from './figures/count-record.ts';
import { createReadCoverage } from './figures/read-coverage.ts';
import { createReadStatedSignals } from './figures/read-stated-signals.ts';
import { createReadSumsAt } from './figures/read-sums-at.ts';
import { barsPath } from './journal/bar-journal.ts';
import { completeFromJournal } from './journal/complete-from-journal.ts';
import type { OpenRecordFiles } from './journal/record-files.ts';
import { type ChooseRecordReads, createRecordReads, getSignedSize } from './publish/create-record-reads.ts';
import { copyModelFiles, createExportBars, modelPath } from './publish/export-bars.ts';
import { createExportDays, exportPath } from './publish/export-days.ts';
import { exportHourly } from './publish/export-hourly.ts';
import { createProveConsistency, createProveInclusion } from './publish/proofs.ts';
import { createReadCheckpoint } from './publish/read-checkpoint.ts';
import { createReadEntry } from './publish/read-entries.ts';
import { createReadNewest } from './publish/read-newest.ts';
import { createReadSummary, readRecordState } from './publish/read-record.ts';
import { createReadReplay } from './publish/read-replay.ts';
import { recordBarsRoutes } from './publish/record-bars.routes.ts';
import { recordViewsRoutes } from './publish/record-views.routes.ts';
import { recordRoutes } from './publish/record.routes.ts';
import { tileRoutes } from './publish/tile.routes.ts';
import type { RecordApi } from './record.api.ts';
import { type Checkpoints, readHead } from './sign/checkpoints.ts';
import { createSigning } from './sign/create-signing.ts';
import { findLastCheckpoint } from './sign/record-tree.repository.ts';
import { listCosigned } from './witnesses/cosignatures.repository.ts';
import { type CountProofs, createCountProofs } from './witnesses/count-proofs.ts';
import { createCosigning } from './witnesses/create-cosigning.ts';
import { createProofsOfLeaves, createReadProofs } from './witnesses/read-proofs.ts';

interface RecordModuleDependencies {
  readonly config: Pick<
    Config,
    'role' | 'secret' | 'previousSecret' | 'publicUrl' | 'dataDir' | 'payout' | 'feed' | 'tradingHours'
  >;
  readonly platform: Pick<
    Platform,
    'db' | 'reads' | 'leaderDb' | 'clock' | 'marketClock' | 'scheduler' | 'bus' | 'crashPoint' | 'log'
  > & { readonly market: Pick<MarketView, 'bars' | 'feed'> };
  readonly adapters: {
    readonly models: { readonly metadata: ModelMetadata };
    readonly witnessSide: WitnessSide;
    readonly openRecordFiles: OpenRecordFiles;
  };
  /** A shorter record is audited before its first signature. */
  readonly besideFromSize?: number | undefined;
}

/** The public record: key, checkpoints, proofs, figures, files. Requires a migrated database. */
export async function createRecordModule(dependencies: RecordModuleDependencies): Promise<ServerModule<RecordApi>> {
  const { config, platform } = dependencies;
  const { models, witnessSide, openRecordFiles } = dependencies.adapters;
  const { db, reads, market, clock, marketClock, log } = platform;
  const { after } = platform.scheduler;
  const feed = market.feed.id;
  const signing = await createSigning({
    config,
    platform,
    openRecordFiles,
    besideFromSize: dependencies.besideFromSize,
  });
  const { key, folder, files, checkpoints } = signing;
  const { memory, journal, bars, cosigned } = files;
  const cosigning = createCosigning({ db, witnessSide, terms: key.terms, cosigned, after, log });
  let isStopping = false;
  const { readProvenTimes } = cosigning;
  const proving = { db, readProvenTimes, quorum: witnessSide.quorum, clock };
  const getProofs = createProofsOfLeaves(proving);
  const exportDays = createExportDays({ db, folder, keys: key.terms, clock, marketClock });
  const exportBars = createExportBars({ db, folder, marketClock });
  const countRecord = createCountRecord({ db });
  const counting = countBySecond(platform, countRecord, createCountProofs(proving));
  const readSumsAt = createReadSumsAt({ db, countRecord, clock });
  const { metadata } = models;
  const { payout } = config;
  const createReads = (from: Database, signed: Pick<Checkpoints, 'newest'>, count: CountRecord) =>
    createRecordReads({
      db: from,
      checkpoints: signed,
      countRecord: count,
      readSumsAt,
      getProofs,
      metadata,
      payout,
      feed,
      clock: marketClock,
    });
  const onPrimary = createReads(db, checkpoints, countRecord);
  const { readCalibrations, readModelFigures, readRecap, readEntries } = onPrimary;
  const chooseNewest = reads.choose({
    onPrimary,
    // A replica writes nothing: its figures are as far as the leader has counted, which it does every second.
    create: (replica) => createReads(replica, { newest: () => findLastCheckpoint(replica) }, async () => false),
    getWatermarks: getSignedSize,
  });
  /** Figures at a signed size are compared with its leaves, so that they are of one database. */
  const chooseReads: ChooseRecordReads = async (reply, size) => (size === undefined ? chooseNewest(reply) : onPrimary);
  const exporting = exportHourly({ exportDays, exportBars, after, log });
  return {
    routes: [
      recordRoutes({
        chooseReads,
        proveInclusion: createProveInclusion({ db, checkpoints }),
        proveConsistency: createProveConsistency({ db, checkpoints }),
        readCheckpoint: createReadCheckpoint({ db, checkpoints, terms: key.terms, witnessSide, clock }),
        listCosigned: ({ from, limit }) => listCosigned(db, from, limit),
        keys: key.terms,
        getExportPath: (day) => exportPath(folder, day),
      }),
      recordBarsRoutes({
        getBarsPath: (day) => barsPath(folder, day),
        getModelPath: (hash) => modelPath(folder, hash),
      }),
      tileRoutes(chooseReads),
      recordViewsRoutes({
        readSummary: createReadSummary({
          db,
          clock,
          payout,
          feed: { id: feed, kind: config.feed.kind },
          excludesThinHours: config.tradingHours.excludesThinHours === true,
          witnesses: { count: witnessSide.witnesses.length, quorum: witnessSide.quorum },
        }),
        chooseReads,
        readReplay: createReadReplay({ readEntries, feed, bars: market.bars, clock }),
        readNewest: createReadNewest({ db, feed, bars: market.bars, marketClock, clock }),
        readEntry: createReadEntry({ db, getProofs, clock: marketClock }),
        readCoverage: createReadCoverage({ db, countRecord, feed, clock: marketClock }),
      }),
    ],
    api: {
      isEmpty: async () => (await countLeaves(db)) === 0,
      signer: key,
      readCalibrations,
      readModelFigures,
      readRecap,
      readStatedSignals: createReadStatedSignals({ db, feed, payout, clock: marketClock }, weekMs),
      readHead: () => readHead(db, checkpoints),
      readState: async () => readRecordState(db, await cosigning.readStates()),
      readProvenTimes,
      readProofs: createReadProofs({ db, getProofs }),
    },
    components: [
      {
        name: 'journal of the record',
        duty: 'lead',
        phase: 'recovery',
        start: () =>
          completeFromJournal({
            db,
            key,
            memory,
            journal,
            bars,
            crashPoint: platform.crashPoint,
            clock: marketClock,
            log,
          }),
        stop: () => undefined,
      },
      {
        name: 'record',
        duty: 'lead',
        phase: 'after engine',
        start: () => {
          checkpoints.start();
          // A later cosignature must not take the place of one that its journal still has.
          void signing.cosignedRestored.then(() => {
            if (!isStopping) cosigning.start();
          });
        },
        stop: async () => {
          isStopping = true;
          await Promise.all([signing.stop(), cosigning.stop()]);
        },
      },
      {
        name: 'figures and files of the record',
        duty: 'lead',
        phase: 'after engine',
        start: async () => {
          await copyModelFiles(folder, metadata);
          counting.start();
          exporting.start();
        },
        stop: async () => void (await Promise.all([exporting.stop(), counting.stop()])),
      },
    ],
    readiness: [{ name: 'record', check: async () => (checkpoints.isSigning() ? 'ok' : 'degraded') }],
  };
}

const countEveryMs = 1_000;

/**
 * Counts all existing leaves once a second, so that readers of figures wait only for the newest
 * ones.
 */
const countBySecond = (
  { scheduler, log }: Pick<Platform, 'scheduler' | 'log'>,
  countRecord: CountRecord,
  countProofs: CountProofs,
): Repeating =>
  repeat({
    firstAfterMs: 0,
    everyMs: countEveryMs,
    task: async (stopping) => {
      while (!stopping.aborted && (await countRecord()));
      while (!stopping.aborted && (await countProofs()));
    },
    onError: (error) => log.error({ err: error }, 'counting record figures failed; retrying'),
    after: scheduler.after,
  });
