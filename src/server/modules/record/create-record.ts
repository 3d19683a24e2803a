import type { z } from 'zod';
import type { RecordQuery } from '#contract/record/record.ts';
import { weekMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createCountRecord } from './figures/count-record.ts';
import { createReadCoverage } from './figures/read-coverage.ts';
import { createReadStatedSignals } from './figures/read-stated-signals.ts';
import { barsPath, createExportBars, modelPath } from './publish/export-bars.ts';
import { createExportDays, exportPath } from './publish/export-days.ts';
import { createProveConsistency, createProveInclusion, createReadCheckpoint } from './publish/proofs.ts';
import {
  createReadEntries,
  createReadEntry,
  createReadRecord,
  createReadSummary,
  readRecordState,
} from './publish/read-entries.ts';
import { readTile } from './publish/read-tile.ts';
import type { Tile } from '#record/tile.ts';
import { createReadCalibrations, createReadModelFigures } from './figures/read-model-figures.ts';
import { createReadEquity, createReadOverall, createReadRecordSums } from './figures/read-record-sums.ts';
import { createReadReplay } from './publish/read-replay.ts';
import type { RecordApi } from './record.api.ts';
import { createSigning } from './sign/checkpoints.ts';
import type { NoteFile } from './sign/note-file.ts';
import { listCosigned } from './witnesses/cosignatures.repository.ts';
import { createCountProofs, createProofsOfLeaves, createReadProofs } from './witnesses/count-proofs.ts';
import { createCosigning } from './witnesses/create-cosigning.ts';

export interface RecordDependencies {
  readonly config: Pick<Config, 'role' | 'secret' | 'publicUrl' | 'dataDir' | 'payout' | 'feed' | 'tradingHours'>;
  readonly platform: Pick<
    Platform,
    'db' | 'leaderDb' | 'clock' | 'marketClock' | 'scheduler' | 'bus' | 'crashPoint' | 'log'
  > & { readonly market: Pick<MarketView, 'bars' | 'feed'> };
  readonly adapters: {
    readonly models: { readonly metadata: ModelMetadata };
    readonly witnessSide: WitnessSide;
    readonly openNoteFile: (folder: string) => NoteFile;
  };
}

export type RecordUseCases = Awaited<ReturnType<typeof createRecord>>;

/** What anyone may read: the routes receive neither the signing key nor the cosigning. */
export type PublishedRecord = RecordUseCases['published'];

/** The key, the checkpoints, and what routes and other modules read. Requires a migrated database. */
export async function createRecord(dependencies: RecordDependencies) {
  const { config, platform } = dependencies;
  const { models, witnessSide, openNoteFile } = dependencies.adapters;
  const { db, market, clock, marketClock, log } = platform;
  const { after } = platform.scheduler;
  const { payout } = config;
  const feed = market.feed.id;
  const signing = await createSigning({ config, platform, openNoteFile });
  const { key, folder, checkpoints } = signing;
  const cosigning = createCosigning({ db, witnessSide, after, log });
  const { readProvenTimes } = cosigning;
  const proving = { db, readProvenTimes, quorum: witnessSide.quorum, clock };
  const getProofs = createProofsOfLeaves(proving);
  const countRecord = createCountRecord({ db });
  const versions = models.metadata;
  const sums = createReadRecordSums({ db, feed });
  const readCalibrations = createReadCalibrations({ db, feed, versions });
  const needs = { db, checkpoints, countRecord, getProofs, payout, feed, clock: marketClock };
  const readModelFigures = createReadModelFigures({ ...needs, sums, readCalibrations, cards: versions });
  const readEntries = createReadEntries(needs);
  const api: RecordApi = {
    readCalibrations,
    readModelFigures,
    readStatedSignals: createReadStatedSignals(needs, weekMs),
    readState: async () => readRecordState(db, await cosigning.readStates()),
    readProvenTimes,
    readProofs: createReadProofs({ db, getProofs }),
  };
  return {
    signing,
    cosigning,
    api,
    published: {
      readRecord: createReadRecord(needs),
      readTile: (tile: Tile) => readTile(needs, tile),
      readEntries,
      readModelFigures,
      readOverall: createReadOverall({ ...needs, sums }),
      readEquity: createReadEquity(needs),
      proveInclusion: createProveInclusion(needs),
      proveConsistency: createProveConsistency(needs),
      readCheckpoint: createReadCheckpoint({ db, checkpoints, witnessSide, clock }),
      listCosigned: ({ from, limit }: z.infer<typeof RecordQuery>) => listCosigned(db, from, limit),
      vkey: key.vkey,
      getExportPath: (day: string) => exportPath(folder, day),
      getBarsPath: (day: string) => barsPath(folder, day),
      getModelPath: (hash: string) => modelPath(folder, hash),
      readSummary: createReadSummary({
        db,
        payout,
        feed: { id: feed, kind: config.feed.kind },
        excludesThinHours: config.tradingHours.excludesThinHours === true,
        witnesses: { count: witnessSide.witnesses.length, quorum: witnessSide.quorum },
      }),
      readReplay: createReadReplay({ readEntries, feed, bars: market.bars, clock }),
      readEntry: createReadEntry(needs),
      readCoverage: createReadCoverage(needs),
    },
    countRecord,
    countProofs: createCountProofs(proving),
    exportDays: createExportDays({ db, folder, vkey: key.vkey, clock, marketClock }),
    exportBars: createExportBars({ db, folder, marketClock }),
  };
}
