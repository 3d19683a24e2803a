import { expect, vi } from 'vitest';
import { toInstant } from '#contract/wire.ts';
import { parseFactor } from '#domain/statistics/calibration-factor.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { computeFactorTable } from '#engine/forecast/calibration/estimate-factors.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { createPipeline } from '#engine/pipeline.ts';
import { modelsFolder } from '#research/evaluation/read-models.ts';
import { inTransaction } from '#server/database/connection.ts';
import { ticks } from '#server/database/schema.ts';
import { createSimulatedPast } from '#server/integrations/market-data/simulated-market.ts';
import { createInputJournal } from '#server/live/input-journal.ts';
import { openLlmModels } from '#server/modules/llm-models/llm-models-context.ts';
import { recordAnswer } from '#server/modules/llm-models/record-answer.ts';
import type { LlmAnswerRow } from '#server/modules/llm-models/llm-answers.repository.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import { appendMinute } from '#server/modules/shadow/append-minute.ts';
import { settleStatements } from '#server/modules/shadow/settle-statements.ts';
import { aFakeLlm, stating, unlimited } from '../market/llm-bench.ts';
import { aShadowContext } from '../signals-context.ts';
import { testPlatform } from '../test-platform.ts';
import type { RecordSetup } from './record-setup.ts';

const symbols = ['EURUSD', 'GBPUSD', 'USDJPY'];
const feed = 'simulated:7';
const [statedMinutes, minutes, warmUp] = [4, 16, 1_500];
const calibration = {
  from: '2026-02-02T22:00:00.000Z',
  to: '2026-02-27T22:00:00.000Z',
  decisions: 63_439,
  factors: ['day 2 0.9 0.8 1', 'day 5 0.7 0.6 0.8'],
};

/**
 * Some minutes of the simulated market, stated by the models of the product as calibrated on it, with an
 * answer of a language model that a signal passes on; all has its outcome, and the day's file is published.
 */
export async function publishDay({ database: { db }, run }: RecordSetup) {
  const { forecasters, metadata } = await loadModels(modelsFolder);
  const record = await run({ symbols, feed, metadata });
  const { api, time } = record;
  const { clock } = time;
  const from = clock.now();
  const day = toInstant(from).slice(0, 10);
  const past = createSimulatedPast({ seed: 7, symbols });
  const getFile = (model: string): string => [...metadata].find(([key]) => key === model)?.[1].fileHash ?? '';
  const inputs = createInputJournal(
    forecasters.map(({ key, version }) => `${key} ${version} ${getFile(key)}`),
    { isLeading: () => true },
  );
  const pipeline = createPipeline(symbols, forecasters, inputs);
  const factors = computeFactorTable(calibration.factors.flatMap((line) => parseFactor(line) ?? []));
  pipeline.calibrate(new Map(forecasters.map(({ key }) => [key, { id: 'ab12cd34', factors }])));
  for (const [symbol, bars] of past.barsBefore(from, warmUp)) pipeline.fill(symbol, bars);
  const platform = testPlatform({ db }, { time });
  const { engine } = platform;
  const shadow = aShadowContext(
    {
      ...platform,
      engine: {
        ...engine,
        feed: { ...engine.feed, id: feed },
        inputs,
        lastTick: (symbol) => ({ symbol, time: clock.now(), receivedAt: clock.now(), bid: 1, ask: 1 }),
      },
    },
    api,
    {
      calibration: {
        getVersion: ({ model, modelVersion }) => ({ id: modelVersion, file: getFile(model), calibration }),
        estimateCalibratedAt: async () => null,
      },
    },
  );
  const nobody = aFakeLlm(async () => stating(0.5));
  const llms = { chatgpt_4o: nobody, 'indicators_chatgpt_3.5': nobody };
  const llmModels = openLlmModels({ ...platform, record: api, llms, llm: unlimited });

  for (let minute = from; minute < from + minutes * minuteMs; minute += minuteMs) {
    const received = past.createTicks(minute);
    for (const tick of received) pipeline.onTick({ ...tick, receivedAt: tick.time });
    await db.insert(ticks).values(received.map(({ time: at, ...tick }) => ({ ...tick, feed, time: new Date(at) })));
    time.advance(minute + minuteMs + 650 - clock.now());
    const forecasts = pipeline.closeMinutes(minute + minuteMs);
    if (minute < from + statedMinutes * minuteMs) await appendMinute(shadow, forecasts);
    if (minute === from) await passOnAnswer(forecasts[0]);
    await settleStatements(shadow, { until: minute + minuteMs, of: 'all' });
  }

  async function passOnAnswer(forecast: Forecast | undefined): Promise<void> {
    if (!forecast) throw new Error('the models are not warm');
    const { symbol, duration } = forecast;
    const made: Forecast = { ...forecast, model: 'chatgpt_4o', pUp: 0.58, passability: 58 };
    const answer = { model: 'chatgpt_4o', symbol, duration, pUp: 0.97, questionHash: Buffer.alloc(32, 1) } as const;
    const recorded = await recordAnswer(llmModels, answer as LlmAnswerRow, made);
    const of = recorded?.index ?? -1;
    await inTransaction(db, async ({ tx }) =>
      appendLeaves(tx, await lockRecord(tx), [
        {
          kind: 'signal',
          of,
          manual: true,
          model: 'chatgpt_4o',
          pair: symbol,
          duration,
          side: 'BUY',
          probability: recorded?.probability ?? 0,
          payout: 0.82,
          at: toInstant(clock.now()),
          nonce: '0'.repeat(32),
        },
      ]),
    );
  }

  await record.record.start();
  await vi.waitFor(async () => {
    await time.advanceAsync(hourMs);
    expect((await record.get(`/api/record/bars/${day}`)).status).toBe(200);
  }, 30_000);
  return { day, record };
}
