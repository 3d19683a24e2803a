import { decidableUntil } from '#server/live/live-engine.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { durations } from '#domain/market/duration.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { noCrash, type CrashHook } from '#server/start/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import { createInputJournal } from '#server/live/input-journal.ts';
import { createShadow, type Shadow } from '#server/modules/shadow/shadow.ts';
import { createTickLog } from '#server/modules/signals/settlement/tick-log.ts';
import { createAppendMinute } from '#server/modules/shadow/append-minute.ts';
import { createFindOpenPairs, createSettleMinutes } from '#server/modules/shadow/settle-minutes.ts';
import { createGapReasons, createRecordGaps } from '#server/modules/shadow/gap-leaves.ts';
import { loggedTicks } from '#server/modules/signals/create-signals-module.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import { fakeMarket, tickAt } from './fake-market.ts';
import { silentLog } from '../silent-log.ts';
import { createVirtualTime } from '../virtual-time.ts';

/** Delay of a minute's forecasts after its end. */
export const statedAfterMs = 650;

export interface ShadowSetupOptions {
  readonly db: Database;
  /** A full minute, milliseconds UTC. */
  readonly from: number;
  /** P(up) of a model for a pair and duration at the close of the bar that began at `barTime`. */
  readonly pUp: (model: AiModelKey, symbol: string, duration: number, barTime: number) => number;
  /** Whether this tick was received. */
  readonly isReceived?: (symbol: string, time: number) => boolean;
  readonly models?: readonly AiModelKey[];
  readonly crashPoint?: CrashHook;
  /** The process is dead: none of its code continues. */
  readonly isDead?: () => boolean;
  readonly feed?: { readonly id: string; readonly kind: string };
}

export interface ShadowSetup {
  readonly shadow: Shadow;
  /** Runs minutes of the scripted market: ticks, and at each minute's end all forecasts. */
  run(minutes: number): Promise<void>;
  now(): number;
  warned(): number;
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
  isDead = () => false,
  feed = { id: 'simulated:1', kind: 'simulated' },
}: ShadowSetupOptions): Promise<ShadowSetup> {
  let now = from;
  let feedTime = from;
  let warnings = 0;
  const clock = { now: () => now };
  const tickLog = createTickLog({ db, feed: feed.id });
  const gapReasons = createGapReasons(clock, () => true);
  gapReasons.markStarted();
  const getDecidableUntil = (): number => decidableUntil({ now, feedTime, isSilent: true, speed: 1 });
  const shadow = createShadow({
    recentTicks: () => [],
    newestForecasts: () => [],
    feed: { ...feed, symbols: fakeMarket.symbols },
    appendMinute: createAppendMinute({
      db,
      feed: feed.id,
      gapReasons,
      inputs: createInputJournal([], { isLeading: () => true }),
      clock,
      nonce: () => 'a'.repeat(32),
      crashPoint,
    }),
    recordGaps: createRecordGaps({ db, feed: feed.id, gapReasons, clock, decidableUntil: getDecidableUntil }),
    gapReasons,
    settleMinutes: createSettleMinutes({ db, readTicks: loggedTicks, clock, crashPoint }),
    findOpenPairs: createFindOpenPairs({ db, readTicks: loggedTicks, feed: feed.id }),
    tickLog,
    isOpen: () => true,
    clock,
    decidableUntil: getDecidableUntil,
    after: createVirtualTime(from).scheduler.after,
    log: { error: silentLog.error.bind(silentLog), info: () => void warnings++ },
  });
  await shadow.resume();

  const tick = (time: number): void => {
    now = time;
    for (const symbol of fakeMarket.symbols.filter((one) => isReceived(one, time))) shadow.onTick(tickAt(symbol, time));
    feedTime = time;
  };

  const closeMinute = async (end: number): Promise<void> => {
    now = end + statedAfterMs;
    shadow.onForecasts(getForecasts(end - minuteMs, models, pUp));
    await shadow.poll();
  };

  return {
    shadow,
    now: () => now,
    warned: () => warnings,
    run: async (minutes) => {
      for (let i = 0; i < minutes && !isDead(); i++) {
        const start = startOfMinute(now);
        for (let time = start; time < start + minuteMs; time += fakeMarket.periodMs) {
          tick(time + fakeMarket.tickOffsetMs);
          // As the settlement of signals does several times a second.
          await tickLog.flush();
        }
        await closeMinute(start + minuteMs);
      }
    },
  };
}

function getForecasts(barTime: number, models: readonly AiModelKey[], pUp: ShadowSetupOptions['pUp']): Forecast[] {
  return models.flatMap((model) =>
    fakeMarket.symbols.flatMap((symbol) =>
      durations.map((duration): Forecast => {
        const p = pUp(model, symbol, duration, barTime);
        const passability = 100 * Math.max(p, 1 - p);
        return {
          model,
          modelVersion: 'scripted',
          symbol,
          barTime,
          decidedAt: barTime + minuteMs,
          duration,
          pUp: p,
          passability,
          signalFrom: 55,
          signalled: passability >= 55,
          session: 'day',
        };
      }),
    ),
  );
}
