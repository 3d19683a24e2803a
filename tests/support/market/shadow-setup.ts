import { decidableUntil } from '#server/live/live-engine.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { durations } from '#domain/market/duration.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { noCrash, type CrashHook } from '#server/start/runtime.ts';
import type { Database } from '#server/database/connection.ts';
import { poll, resume, takeForecasts } from '#server/modules/shadow/module.ts';
import { takeTick } from '#server/modules/shadow/shadow-ticks.ts';
import { tmpdir } from 'node:os';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import { createTestRecord } from '../record/test-record.ts';
import { fakeMarket, tickAt } from './fake-market.ts';
import { aShadowContext } from '../signals-context.ts';
import { testPlatform } from '../test-platform.ts';

const { symbols } = fakeMarket;

/** Delay of a minute's forecasts after its end. */
const statedAfterMs = 650;

export interface ShadowSetupOptions {
  readonly db: Database;
  /** A full minute, milliseconds UTC. */
  readonly from: number;
  /** P(up) of a model for a pair and duration at the close of the bar that began at `barTime`; NaN: it has none. */
  readonly pUp: (model: AiModelKey, symbol: string, duration: number, barTime: number) => number;
  /** Whether this tick was received. */
  readonly isReceived?: (symbol: string, time: number) => boolean;
  readonly models?: readonly AiModelKey[];
  readonly crashPoint?: CrashHook;
  readonly record?: RecordApi;
  /** What the models' forecasts name as their version; by default `scripted`. */
  readonly version?: string;
}

/**
 * Forecasts in shadow on the scripted market, in virtual time, with all of the product except the
 * feed and the models.
 */
export async function createShadowSetup({
  db,
  from,
  pUp,
  isReceived = () => true,
  models = ['kurs_ai_v1', 'kurs_ai_v2'],
  crashPoint = noCrash,
  record,
  version = 'scripted',
}: ShadowSetupOptions) {
  let now = from;
  let feedTime = from;
  const lastTicks = new Map<string, number>();
  const clock = { now: () => now };
  const api = record ?? (await createTestRecord({ db, dataDir: tmpdir(), symbols, marketClock: clock })).api;
  const platform = testPlatform({ db }, { clock, crashPoint });
  const { engine } = platform;
  const ctx = aShadowContext(
    {
      ...platform,
      engine: {
        ...engine,
        pairs: symbols,
        feed: { ...engine.feed, symbols },
        lastTick: (symbol) => {
          const time = lastTicks.get(symbol);
          return time === undefined ? null : { symbol, time, receivedAt: time, bid: 1, ask: 1 };
        },
        decidableUntil: () => decidableUntil({ now, feedTime, isSilent: true, speed: 1 }),
      },
    },
    api,
  );
  await ctx.signals.tickLog.begin();
  await resume(ctx);

  const tick = (time: number): void => {
    now = time;
    for (const symbol of symbols.filter((one) => isReceived(one, time))) {
      lastTicks.set(symbol, time);
      takeTick(ctx.ticks, tickAt(symbol, time));
    }
    feedTime = time;
  };

  const closeMinute = async (end: number, lateMs = statedAfterMs): Promise<void> => {
    now = end + lateMs;
    takeForecasts(ctx, getForecasts(end - minuteMs, models, { pUp, version }));
    await poll(ctx);
  };

  const runMinute = async (lateMs?: number): Promise<void> => {
    const start = startOfMinute(now);
    for (let time = start; time < start + minuteMs; time += fakeMarket.periodMs) {
      tick(time + fakeMarket.tickOffsetMs);
      // As the settlement of signals does several times a second.
      await ctx.signals.tickLog.flush();
    }
    await closeMinute(start + minuteMs, lateMs);
  };

  return {
    now: () => now,
    /** Runs minutes of the scripted market: ticks, and at each minute's end all forecasts. */
    run: async (minutes: number) => {
      for (let i = 0; i < minutes; i++) await runMinute();
    },
    /** The ticks of a minute, and its forecasts so late. */
    runLate: (lateMs: number) => runMinute(lateMs),
  };
}

function getForecasts(
  barTime: number,
  models: readonly AiModelKey[],
  { pUp, version }: { readonly pUp: ShadowSetupOptions['pUp']; readonly version: string },
): Forecast[] {
  return models.flatMap((model) =>
    fakeMarket.symbols.flatMap((symbol) =>
      durations.flatMap((duration): Forecast[] => {
        const p = pUp(model, symbol, duration, barTime);
        if (Number.isNaN(p)) return [];
        const passability = 100 * Math.max(p, 1 - p);
        return [
          {
            model,
            modelVersion: version,
            symbol,
            barTime,
            decidedAt: barTime + minuteMs,
            duration,
            pUp: p,
            passability,
            session: 'day',
          },
        ];
      }),
    ),
  );
}
