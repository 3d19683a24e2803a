import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { weekMs } from '#domain/time.ts';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import { hasDuty } from '#server/config/role.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { countRecordBySecond } from './count-record-by-second.ts';
import { createCountProofs } from './count-proofs.ts';
import { createCountRecord } from './count-record.ts';
import { createCheckpoints } from './checkpoints.ts';
import { completeFromJournal } from './complete-from-journal.ts';
import { createBackgroundAudit } from './background-audit.ts';
import { barsPath } from './bars-path.ts';
import { createExportBars } from './export-bars.ts';
import { createExportDays, exportPath } from './export-days.ts';
import { exportHourly } from './export-hourly.ts';
import { createProveConsistency } from './prove-consistency.ts';
import { createProveInclusion } from './prove-inclusion.ts';
import { createReadCoverage } from './read-coverage.ts';
import { createReadEntries, createReadEntry } from './read-entries.ts';
import { createReadEquity } from './read-equity.ts';
import { createReadModelFigures } from './read-model-figures.ts';
import { createReadNewest } from './read-newest.ts';
import { createReadOverall } from './read-overall.ts';
import { createProofsOfLeaves, createReadProofs } from './read-proofs.ts';
import { createReadRecordSums } from './read-record-sums.ts';
import { createReadRecord } from './read-record.ts';
import { createReadRecap } from './read-recap.ts';
import { createReadReplay } from './read-replay.ts';
import { createReadStatedSignals } from './read-stated-signals.ts';
import { createReadSumsAt } from './read-sums-at.ts';
import { createReadSummary } from './read-summary.ts';
import { copyModelFiles, modelPath } from './model-files.ts';
import { createReadTile } from './read-tile.ts';
import { openRecordKey } from './record-key.ts';
import { recordBarsRoutes } from './record-bars.routes.ts';
import { recordRoutes } from './record.routes.ts';
import { recordViewsRoutes } from './record-views.routes.ts';
import { tileRoutes } from './tile.routes.ts';
import { createSignRecord } from './sign-record.ts';
import { countLeaves } from './record.repository.ts';
import type { CheckpointRow } from './record-tree.repository.ts';
import { listCosigned } from './cosignatures.repository.ts';
import { findCosignedSize } from './cosignatures.repository.ts';
import { createCosignedJournal } from './cosigned-journal.ts';
import { createCosigning } from './create-cosigning.ts';
import { createReadCalibrations } from './read-calibrations.ts';
import { createReadCheckpoint } from './read-checkpoint.ts';
import { withKeyOfToday } from './with-key-of-today.ts';
import { openRecordFiles } from './record-files.ts';
import { recordFolder } from './record-folder.ts';
import { readHead } from './read-head.ts';
import { readRecordState } from './read-record-state.ts';
import type { RecordApi } from './record.api.ts';

interface Needs {
  readonly config: Pick<Config, 'role' | 'secret' | 'publicUrl' | 'dataDir' | 'payout' | 'feed' | 'includeThinHours'>;
  readonly db: Database;
  /** Of the leader: what an earlier one signs is refused. */
  readonly leaderDb: Database;
  readonly bus: Bus;
  readonly market: Pick<MarketView, 'bars' | 'feed'>;
  readonly models: { readonly metadata: ModelMetadata };
  readonly witnessSide: WitnessSide;
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly scheduler: Scheduler;
  readonly log: FastifyBaseLogger;
  readonly crashPoint?: CrashHook;
  /** A shorter record is audited before its first signature. */
  readonly besideFromSize?: number;
}

/** The public record: key, checkpoints, proofs, figures, files. Requires a migrated database. */
export async function createRecordModule(needs: Needs): Promise<ServerModule<RecordApi>> {
  const {
    config,
    db,
    leaderDb,
    bus,
    market,
    models,
    witnessSide,
    clock,
    marketClock,
    log,
    crashPoint = noCrash,
  } = needs;
  const { after } = needs.scheduler;
  const feed = market.feed.id;
  const key = await openRecordKey({ db, secret: config.secret, name: originOf(config.publicUrl), clock });
  const folder = recordFolder(config.dataDir, key);
  const stopping = new AbortController();
  const { signal } = stopping;
  const saved = { db, key, ...openRecordFiles(folder, crashPoint), crashPoint };
  const background = createBackgroundAudit({ onError: (error) => checkpoints.fail(error) });
  const auditing = { auditBeside: background.run, besideFromSize: needs.besideFromSize };
  const signGrown = createSignRecord({ ...saved, ...auditing, db: leaderDb, clock, signal });
  const cosigned = createCosignedJournal(folder);
  /** Null: the cosigned checkpoints that a restored database lacks were added. */
  let cosignedSize: number | null = await findCosignedSize(db);
  const sign = async (): Promise<CheckpointRow> => {
    const row = await signGrown();
    if (cosignedSize !== null) await cosigned.restore(db, cosignedSize);
    cosignedSize = null;
    return withKeyOfToday(row, key.terms);
  };
  const checkpoints = createCheckpoints({
    db,
    sign: hasDuty(config.role, 'lead') ? sign : null,
    bus,
    clock,
    after,
    log,
  });
  const cosigning = createCosigning({ db, witnessSide, terms: key.terms, cosigned, after, log });
  const { readProvenTimes } = cosigning;
  const proving = { db, readProvenTimes, quorum: witnessSide.quorum, clock };
  const proofsOf = createProofsOfLeaves(proving);
  const exportDays = createExportDays({ db, folder, keys: key.terms, clock, marketClock });
  const exportBars = createExportBars({ db, folder, marketClock });
  const countRecord = createCountRecord({ db });
  const counting = countRecordBySecond({ countRecord, countProofs: createCountProofs(proving), after, log });
  const readSumsAt = createReadSumsAt({ db, countRecord, clock });
  const figures = { sums: createReadRecordSums({ db, feed }), countRecord, readSumsAt, feed, clock: marketClock };
  const readCalibrations = createReadCalibrations({ db, feed, versions: models.metadata });
  const ofModels = { payout: config.payout, cards: models.metadata };
  const readModelFigures = createReadModelFigures({ ...figures, ...ofModels, db, readCalibrations });
  const readRecap = createReadRecap({ ...figures, db, payout: config.payout });
  const readEntries = createReadEntries({ db, proofsOf, clock: marketClock });
  const exporting = exportHourly({ exportDays, exportBars, after, log });
  return {
    routes: [
      recordRoutes({
        readRecord: createReadRecord({ db, clock: marketClock }),
        proveInclusion: createProveInclusion({ db, checkpoints }),
        proveConsistency: createProveConsistency({ db, checkpoints }),
        readModelFigures,
        readCheckpoint: createReadCheckpoint({ db, checkpoints, terms: key.terms, witnessSide, clock }),
        listCosigned: ({ from, limit }) => listCosigned(db, from, limit),
        keys: key.terms,
        exportPathOf: (day) => exportPath(folder, day),
      }),
      recordBarsRoutes({
        barsPathOf: (day) => barsPath(folder, day),
        modelPathOf: (hash) => modelPath(folder, hash),
      }),
      tileRoutes(createReadTile({ db, checkpoints, clock: marketClock })),
      recordViewsRoutes({
        readSummary: createReadSummary({
          db,
          clock,
          payout: config.payout,
          feed: { id: feed, kind: config.feed.kind },
          excludesThinHours: !config.includeThinHours,
          witnesses: { count: witnessSide.witnesses.length, quorum: witnessSide.quorum },
        }),
        readEntries,
        readReplay: createReadReplay({ readEntries, feed, bars: market.bars, clock }),
        readNewest: createReadNewest({ db, feed, bars: market.bars, marketClock, clock }),
        readRecap,
        readEntry: createReadEntry({ db, proofsOf, clock: marketClock }),
        readCoverage: createReadCoverage({ ...figures, db }),
        readOverall: createReadOverall(figures),
        readEquity: createReadEquity({ ...figures, db, payout: config.payout }),
      }),
    ],
    api: {
      opening: {
        components: [
          {
            name: 'journal of the record',
            duty: 'lead',
            start: () => completeFromJournal({ ...saved, clock: marketClock, log }),
            stop: () => undefined,
          },
        ],
      },
      isEmpty: async () => (await countLeaves(db)) === 0,
      signer: key,
      readCalibrations,
      readModelFigures,
      readRecap,
      readStatedSignals: createReadStatedSignals({ db, feed, clock: marketClock }, weekMs),
      readHead: () => readHead(db, checkpoints),
      readState: async () => readRecordState(db, await cosigning.readStates()),
      readProvenTimes,
      readProofs: createReadProofs({ db, proofsOf }),
    },
    components: [
      {
        name: 'record',
        duty: 'lead',
        start: async () => {
          await copyModelFiles(folder, models.metadata);
          checkpoints.start();
          cosigning.start();
          counting.start();
          exporting.start();
        },
        stop: async () => {
          stopping.abort();
          await Promise.all([exporting.stop(), counting.stop(), checkpoints.stop(), cosigning.stop()]);
          await background.ended();
        },
      },
    ],
    readiness: [{ name: 'record', check: async () => (checkpoints.isSigning() ? 'ok' : 'degraded') }],
  };
}

/** As C2SP recommends: a URL without its scheme. */
const originOf = (publicUrl: string): string => `${new URL(publicUrl).host}/record`;
