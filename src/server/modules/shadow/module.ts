import { minuteMs } from '#domain/time.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { readHead } from '#server/modules/record/append/append-leaves.ts';
import { findLeaf, readLeaf } from '#server/modules/record/append/stored-leaves.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { withoutIndex } from './append-minute.ts';
import { isKept, poll, settleDue, takeForecasts } from './record-statements.ts';
import { listOpenPairs } from './settle-statements.ts';
import type { ShadowContext } from './shadow-context.ts';

/** Polling period for pending work, in real time. */
const periodMs = 1_000;
/** After a start the prices of the pairs come one after another, and a pair without one is left out of its minute. */
const firstPricesMs = 3_000;

/** Shadow forecasts: what models forecast each minute is recorded, and settled, whether or not any user receives it. */
export function shadowModule(ctx: ShadowContext): ServerModule {
  const { engine } = ctx;
  engine.onTick(ctx.ticks.onTick);
  engine.onForecasts((forecasts) => {
    if (ctx.leader.isLeading()) takeForecasts(ctx, forecasts);
  });
  const loop = repeat({
    firstAfterMs: 0,
    everyMs: periodMs,
    task: () => poll(ctx),
    onError: () => undefined,
    after: ctx.scheduler.after,
  });
  return {
    routes: [],
    api: {},
    components: [
      // After the tick log, from which it settles what is due.
      {
        name: 'forecasts in shadow',
        duty: 'lead',
        start: async () => {
          await holdToStated(ctx);
          await resume(ctx);
          engine.onStarted(() => {
            ctx.isStarted = true;
            ctx.pricesDueAt = ctx.marketClock.now() + firstPricesMs;
            loop.start();
          });
        },
        stop: async () => {
          ctx.isStarted = false;
          await loop.stop();
          await ctx.polling;
        },
      },
    ],
  };
}

/**
 * When this process begins to lead, however the last one ended: outcomes that are due precede
 * everything else that it records.
 */
export async function resume(ctx: ShadowContext): Promise<void> {
  const { engine, ticks } = ctx;
  if (await isKept(ctx)) {
    for (const { symbol, durations, statedAt, enteredAt } of await listOpenPairs(ctx))
      if (enteredAt === null) ticks.expect(symbol, statedAt, durations);
      else ticks.expectCloses(symbol, enteredAt, durations);
    for (const symbol of engine.pairs)
      for (const tick of engine.recentTicks(symbol, Number.NEGATIVE_INFINITY)) ticks.onTick(tick);
    await settleDue(ctx, 'all');
  }
  takeForecasts(ctx, engine.board.newest());
}

/** What was stated of the newest minute stays, also when this process has other models or another calibration. */
async function holdToStated(ctx: ShadowContext): Promise<void> {
  const { leaderDb: db, record, engine } = ctx;
  const { minute } = await readHead(db);
  const row = minute && (await isKept(ctx)) ? await findLeaf(db, minute.index) : undefined;
  const leaf = row && readLeaf(row);
  if (!minute || leaf?.kind !== 'minute') return;
  const stated = [...(await record.readVersions())].filter(([, { index }]) => leaf.versions.includes(index));
  const versions = new Map(stated.map(([model, version]) => [model, withoutIndex(version.leaf.id)]));
  engine.board.holdTo(minute.minute + minuteMs, versions);
}
