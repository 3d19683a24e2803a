import { isFresh } from '#server/live/market-view.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import { readHead } from '#server/modules/record/append/append-leaves.ts';
import { findLeaf, readLeaf } from '#server/modules/record/append/stored-leaves.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { minuteMs } from '#domain/time.ts';
import { createAppendMinute } from './append-minute.ts';
import { createSettleStatements, listOpenPairs } from './settle-statements.ts';
import { createShadow } from './shadow.ts';

interface ShadowModuleDependencies {
  readonly platform: Pick<
    Platform,
    'leaderDb' | 'leader' | 'marketClock' | 'scheduler' | 'crashPoint' | 'log' | 'engine'
  >;
  readonly signals: Pick<SignalsApi, 'tickLog' | 'loggedTicks'>;
  readonly record: Pick<RecordApi, 'readMarketState' | 'createGenesis' | 'readGenesis' | 'readVersions'>;
  readonly calibration: Pick<CalibrationApi, 'getVersion'>;
}

/** Shadow forecasts: what models forecast each minute is recorded, and every statement settled. */
export function createShadowModule({ platform, signals, record, calibration }: ShadowModuleDependencies): ServerModule {
  const { leaderDb: db, engine, marketClock: clock, crashPoint, log } = platform;
  const { tickLog, loggedTicks: readTicks } = signals;
  const { feed, inputs } = engine;
  const { getVersion } = calibration;
  const isKept = async (): Promise<boolean> => (await record.readMarketState(db)) === 'kept';
  const shadow = createShadow({
    symbols: engine.pairs,
    appendMinute: createAppendMinute({
      db,
      record,
      getVersion,
      isFresh: (symbol) => isFresh(engine, symbol, clock.now()),
      inputs,
      clock,
      crashPoint,
    }),
    settle: createSettleStatements({ db, readTicks, feed: feed.id, crashPoint }),
    listOpenPairs: () => listOpenPairs(db, { readTicks, feed: feed.id }),
    isKept,
    tickLog,
    recentTicks: engine.recentTicks,
    newestForecasts: engine.board.newest,
    clock,
    hasPrices: () => feed.symbols.every((symbol) => isFresh(engine, symbol, clock.now())),
    decidableUntil: engine.decidableUntil,
    after: platform.scheduler.after,
    log,
  });
  engine.onTick(shadow.onTick);
  engine.onForecasts((forecasts) => {
    if (platform.leader.isLeading()) shadow.onForecasts(forecasts);
  });
  /** What was stated of the newest minute stays, also when this process has other models or another calibration. */
  const holdToStated = async (): Promise<void> => {
    const { minute } = await readHead(db);
    const row = minute && (await isKept()) ? await findLeaf(db, minute.index) : undefined;
    const leaf = row && readLeaf(row);
    if (!minute || leaf?.kind !== 'minute') return;
    const stated = [...(await record.readVersions())].filter(([, { index }]) => leaf.versions.includes(index));
    const versions = new Map(
      stated.map(
        ([
          model,
          {
            leaf: { id },
          },
        ]) => [model, id.slice(0, id.lastIndexOf('.'))],
      ),
    );
    engine.board.holdTo(minute.minute + minuteMs, versions);
  };
  return {
    routes: [],
    api: {},
    components: [
      // After the tick log, from which it settles what is due.
      {
        name: 'forecasts in shadow',
        duty: 'lead',
        start: async () => {
          await holdToStated();
          await shadow.resume();
          engine.onStarted(shadow.start);
        },
        stop: shadow.stop,
      },
    ],
  };
}
