import { toInstant } from '#contract/wire.ts';
import { durationMs, durations } from '#domain/market/duration.ts';
import { getProofState } from '#domain/record/proof-state.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { GenesisLeaf } from '#record/leaf.ts';
import { recordModels } from '#record/lines.ts';
import type { Config } from '#server/config.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { readHead } from './append/append-leaves.ts';
import { findGenesis, listLeavesAt, listVersions, readLeaf } from './append/stored-leaves.ts';
import { countRecord } from './figures/count-record.ts';
import { createRecordFigures } from './figures/read-figures.ts';
import { createReadStatedMinutes } from './figures/read-stated-minutes.ts';
import { copyModelFiles, exportHourly } from './publish/files.ts';
import { readRecordSize } from './publish/read-record.ts';
import { recordFileRoutes, recordRoutes } from './publish/record.routes.ts';
import type { RecordApi } from './record.api.ts';
import { findMarketState, isBehind, type RecordContext } from './record-context.ts';
import { type NoteFile, recordFolder } from './sign/note-file.ts';
import { openRecordKey } from './sign/record-key.ts';
import { createSigning } from './sign/sign-record.ts';
import { listProvenTimes } from './witnesses/cosignatures.repository.ts';
import { createCosigning, type Cosigning } from './witnesses/create-cosigning.ts';

export interface RecordDependencies {
  readonly config: Pick<Config, 'role' | 'secret' | 'publicUrl' | 'dataDir' | 'payout' | 'tradingHours'>;
  readonly platform: Pick<
    Platform,
    'db' | 'leaderDb' | 'clock' | 'feedSays' | 'marketClock' | 'scheduler' | 'bus' | 'crashPoint' | 'log'
  > & { readonly market: Pick<MarketView, 'feed'> };
  readonly adapters: {
    readonly models: { readonly metadata: ModelMetadata };
    readonly witnessSide: WitnessSide;
    readonly openNoteFile: (folder: string) => NoteFile;
  };
}

const countEveryMs = 1_000;

/** The public record: key, checkpoints, cosignatures, figures, files. Requires a migrated database. */
export async function createRecordModule(dependencies: RecordDependencies): Promise<ServerModule<RecordApi>> {
  const ctx = await createRecordContext(dependencies);
  const { db, scheduler, log } = ctx;
  const signing = createSigning(ctx);
  const cosigning = createCosigning(ctx);
  const figures = createRecordFigures(ctx);
  const exporting = exportHourly(ctx);
  const counting = repeat({
    firstAfterMs: 0,
    everyMs: countEveryMs,
    // So that readers of figures wait only for the newest leaves.
    task: async (stopping) => {
      while (!stopping.aborted && (await countRecord(ctx)));
    },
    onError: (error) => log.error({ err: error }, 'counting record figures failed; retrying'),
    after: scheduler.after,
  });
  return {
    routes: [recordRoutes(ctx, figures), recordFileRoutes(ctx)],
    api: createRecordApi(ctx, { cosigning, figures }),
    components: [
      {
        name: 'record',
        duty: 'lead',
        phase: 'after engine',
        start: () => {
          signing.start();
          cosigning.start();
        },
        stop: async () => void (await Promise.all([signing.stop(), cosigning.stop()])),
      },
      {
        name: 'figures and files of the record',
        duty: 'lead',
        phase: 'after engine',
        start: async () => {
          await copyModelFiles(ctx);
          counting.start();
          exporting.start();
        },
        stop: async () => void (await Promise.all([exporting.stop(), counting.stop()])),
      },
    ],
    readiness: [{ name: 'record', check: async () => ((await isBehind(db)) ? 'degraded' : 'ok') }],
  };
}

/** With the key of the record, which is created at the first start. */
async function createRecordContext({ config, platform, adapters }: RecordDependencies): Promise<RecordContext> {
  const { secret, publicUrl, dataDir } = config;
  const key = await openRecordKey({ ...platform, secret, name: getOrigin(publicUrl) });
  const folder = recordFolder(dataDir, key);
  const { witnessSide, openNoteFile, models } = adapters;
  return { ...platform, config, models: models.metadata, witnessSide, key, folder, noteFile: openNoteFile(folder) };
}

/** As C2SP recommends: a URL without its scheme. */
const getOrigin = (publicUrl: string): string => `${new URL(publicUrl).host}/record`;

interface RecordParts {
  readonly cosigning: Cosigning;
  readonly figures: ReturnType<typeof createRecordFigures>;
}

function createRecordApi(ctx: RecordContext, { cosigning, figures }: RecordParts): RecordApi {
  const { db } = ctx;
  return {
    readMarketState: (of) => findMarketState(ctx, of),
    createGenesis: (at) => createGenesis(ctx, at),
    readGenesis: findGenesis,
    readVersions: async (tx) =>
      new Map((await listVersions(tx ?? db)).map((one): [AiModelKey, typeof one] => [one.leaf.model, one])),
    readDecidedUntil: async () => ((await findMarketState(ctx)) === 'kept' ? (await readHead(db)).decidedUntil : null),
    isMinuteStated: async (minute) => {
      const [state, { minute: newest }] = await Promise.all([findMarketState(ctx), readHead(db)]);
      return (state !== 'kept' && state !== 'starting') || (newest !== null && newest.minute >= minute);
    },
    readStatedMinutes: createReadStatedMinutes(ctx),
    readModel: async (model) => {
      const { models, states } = await figures.readFigures(null);
      return {
        figures: models.find((one) => one.model === model) ?? null,
        flag: states.find((one) => one.model === model)?.flag ?? null,
      };
    },
    readState: async () => {
      const [{ size, checkpoint }, market, witnesses] = await Promise.all([
        readRecordSize(ctx),
        findMarketState(ctx),
        cosigning.readStates(),
      ]);
      return {
        state: (await isBehind(db)) ? 'behind' : market,
        size,
        witnesses,
        checkpoint: checkpoint ? { size: checkpoint.size, signedAt: toInstant(checkpoint.signedAt.getTime()) } : null,
      };
    },
    readProofs: (indices) => readProofs(ctx, cosigning, indices),
  };
}

function createGenesis({ key, market, config }: RecordContext, at: number): GenesisLeaf {
  const { kind, id, symbols } = market.feed;
  if (kind === 'replay') throw new Error('no record is kept of a replay');
  return {
    kind: 'genesis',
    origin: key.name,
    feed: { kind, source: id },
    pairs: symbols.toSorted(),
    durations: [...durations],
    models: [...recordModels],
    payout: config.payout,
    calendar: config.tradingHours.calendar,
    at: toInstant(at),
    ...(key.previous && { previous: key.previous }),
  };
}

/** Whether a quorum of the witnesses saw each signal before it could expire. */
async function readProofs(
  { db, clock, witnessSide: { quorum } }: RecordContext,
  { witnesses }: Cosigning,
  indices: readonly number[],
): Promise<Awaited<ReturnType<RecordApi['readProofs']>>> {
  const rows = await listLeavesAt(db, indices);
  const places = rows.map(({ index }) => index);
  const times = quorum === 0 ? [] : await listProvenTimes(db, { indices: places, witnesses, quorum });
  return new Map(
    rows.flatMap((row, i) => {
      const leaf = readLeaf(row);
      if (leaf.kind !== 'signal') return [];
      const expiresFrom = Date.parse(leaf.at) + durationMs(leaf.duration);
      return [
        [row.index, getProofState({ provenAt: times[i] ?? null, expiresFrom, now: clock.now(), quorum })] as const,
      ];
    }),
  );
}
