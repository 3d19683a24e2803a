import { toInstant } from '#contract/wire.ts';
import { durationMs, durations } from '#domain/market/duration.ts';
import { getProofState } from '#domain/record/proof-state.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { GenesisLeaf } from '#record/leaf.ts';
import { recordModels } from '#record/lines.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { readHead } from './append/append-leaves.ts';
import { findGenesis, listLeavesAt, listVersions, readLeaf } from './append/stored-leaves.ts';
import { countRecord } from './figures/count-record.ts';
import { cacheFigures, type RecordFiguresReader } from './figures/read-figures.ts';
import { cacheStatedMinutes } from './figures/read-stated-minutes.ts';
import { copyModelFiles, exportHourly } from './publish/files.ts';
import { readRecordSize } from './publish/read-record.ts';
import { recordRoutes } from './publish/record.routes.ts';
import type { RecordApi } from './record.api.ts';
import { findMarketState, isBehind, isSigned, type RecordContext } from './record-context.ts';
import { signRegularly } from './sign/sign-record.ts';
import { listProvenTimes } from './witnesses/cosignatures.repository.ts';
import { type Cosigning, cosignRegularly } from './witnesses/cosign-record.ts';

const countEveryMs = 1_000;

/** The public record: key, checkpoints, cosignatures, figures, files. */
export function recordModule(ctx: RecordContext): ServerModule<RecordApi> {
  const { db, scheduler, log } = ctx;
  const signing = signRegularly(ctx);
  const cosigning = cosignRegularly(ctx);
  const figures = cacheFigures(ctx);
  const exporting = exportHourly(ctx);
  const counting = repeat({
    firstAfterMs: 0,
    everyMs: countEveryMs,
    // So that readers of figures wait only for the newest leaves.
    task: async (stopping) => {
      while (!stopping.aborted && (await countRecord(db)));
    },
    onError: (error) => log.error({ err: error }, 'counting record figures failed; retrying'),
    after: scheduler.after,
  });
  return {
    routes: [recordRoutes(ctx, figures)],
    api: recordApi(ctx, cosigning, figures),
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
    readiness: [{ name: 'record', check: async () => ((await isSigned(ctx)) ? 'ok' : 'degraded') }],
  };
}

function recordApi(ctx: RecordContext, cosigning: Cosigning, figures: RecordFiguresReader): RecordApi {
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
    readStatedMinutes: cacheStatedMinutes(ctx),
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
  const recorded = rows.map(({ index }) => index);
  const times = quorum === 0 ? [] : await listProvenTimes(db, { indices: recorded, witnesses, quorum });
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
