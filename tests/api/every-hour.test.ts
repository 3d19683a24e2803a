import { beforeAll, describe, expect, it } from 'vitest';
import { NoSignalDetails } from '#contract/signals.ts';
import { defaultDuration, pickerDurations } from '#domain/market/duration.ts';
import { hourMs, secondMs } from '#domain/time.ts';
import { conservativeCalibration, type LocalForecaster } from '#engine/forecast/forecaster.ts';
import { createPipeline } from '#engine/pipeline.ts';
import { ApiError } from '#server/http/api-error.ts';
import { createSimulatedPast } from '#server/integrations/market-data/simulated-market.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { chooseForecast, type ForecastRequest } from '#server/modules/signals/choose-forecast.ts';
import type { SignalsContext } from '#server/modules/signals/signals-context.ts';
import { paying } from '#tests/support/market/paying.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { noDatabase, testConfig, testPlatform } from '#tests/support/test-platform.ts';

/** A Tuesday. */
const midnight = Date.parse('2026-11-24T00:00:00.000Z');
const hours = Array.from({ length: 24 }, (_, hour) => [hour] as const);
/** More than the longest feature reads. */
const warmUpMinutes = 600;

const config = testConfig();
const past = createSimulatedPast({ seed: 1, symbols: config.pairs });
let forecasters: readonly LocalForecaster[];
beforeAll(async () => {
  ({ forecasters } = await loadModels(new URL('../../models/', import.meta.url)));
});

/** What a demo chooses from at this instant, its models stating no more than before a calibration. */
function demoAt(now: number): SignalsContext {
  const uncalibrated = forecasters.map((one) => one.onFeed(conservativeCalibration));
  const pipeline = createPipeline(past.symbols, uncalibrated);
  for (const [symbol, bars] of past.barsBefore(now, warmUpMinutes)) pipeline.fill(symbol, bars);
  pipeline.closeMinutes(now);
  const platform = testPlatform(noDatabase, { clock: { now: () => now + 10 * secondMs } });
  const market = {
    ...platform.market,
    board: pipeline.board,
    feed: { ...platform.market.feed, symbols: past.symbols },
    lastTick: (symbol: string) => ({ symbol, time: now + 10 * secondMs, receivedAt: now, bid: 1, ask: 1 }),
  };
  const models = { forecasters, metadata: new Map(), unavailable: [] };
  return aSignalsContext({ ...platform, market }, { config, models });
}

/** Whether there was an edge. */
async function hasOffer(ctx: SignalsContext, request: ForecastRequest): Promise<boolean> {
  try {
    expect((await chooseForecast(ctx, request)).hasEdge).toBe(true);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'no_signal')) throw error;
    const { reason, best } = NoSignalDetails.parse(error.details);
    expect(reason).not.toBe('thin_hours');
    expect(best?.passability).toBeGreaterThanOrEqual(50);
    return false;
  }
}

describe('a demo with its defaults', () => {
  it.each(hours)('gives a signal or names what is best, and gives that as practice, at %i:00 UTC', async (hour) => {
    const ctx = demoAt(midnight + hour * hourMs);
    const user = { id: 'somebody' };
    const usual = {
      user,
      model: 'kurs_ai_v2',
      durations: [defaultDuration],
      exclude: [],
      isPracticeAllowed: false,
      isVipOpen: false,
      payouts: paying(config.payout),
    } as const;
    const any = { ...usual, model: null, durations: pickerDurations } as const;
    for (const request of [usual, any]) {
      const hadEdge = await hasOffer(ctx, request);
      expect((await chooseForecast(ctx, { ...request, isPracticeAllowed: true })).hasEdge).toBe(hadEdge);
    }
  });
});
