import { randomBytes } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { tradingDayStart } from '#domain/market/trading-day.ts';
import { isExcludedHour, isMarketOpen } from '#domain/market/trading-hours.ts';
import { minuteMs } from '#domain/time.ts';
import { writeBars } from '#engine/bar-input.ts';
import { collectStatistics } from '#engine/collect-statistics.ts';
import { dayStartBars } from '#engine/features/feature-stream.ts';
import { writeStatistics } from '#engine/forecast/statistics-text.ts';
import { createSimulatedPast } from '../../integrations/market-data/simulated-market.ts';
import type { JudgedPastDay } from '../../modules/calibration/calibration.api.ts';
import { loadModels } from '../../modules/models/load-models.ts';
import { createPastPlay, type PlayedLeaf, type PastPlay } from '../../modules/shadow/play-past.ts';
import type { PastAnswer, PastRequest, PastWorkerData } from './choose-past-thread.ts';
import { answerRequests } from './thread.ts';

const batchSize = 120;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by choose-past-thread.ts
const given = workerData as PastWorkerData;
const { seed, pairs, modelsFolder, tradingHours, ...period } = given;
const past = createSimulatedPast({ seed, symbols: pairs });
const { forecasters } = await loadModels(new URL(modelsFolder));
let played: PastPlay | null = null;

function judge(end: number, withBars: boolean): JudgedPastDay {
  const from = tradingDayStart(end);
  const bars = past.barsBefore(end, (end - from) / minuteMs + dayStartBars);
  const statistics = collectStatistics(forecasters, bars, { from, to: end });
  return {
    end,
    statistics: new Map([...statistics].map(([model, own]) => [model, writeStatistics(own)])),
    bars: new Map(
      withBars ? [...bars].map(([symbol, own]) => [symbol, writeBars(own.filter(({ time }) => time >= from))]) : [],
    ),
  };
}

const startPlay = (): PastPlay =>
  createPastPlay({
    ...period,
    ...past,
    forecasters,
    isOpen: (time) => isMarketOpen(tradingHours, time) && !isExcludedHour(tradingHours, time),
    nonce: () => randomBytes(16).toString('hex'),
  });

async function* play(leaves: AsyncIterable<PlayedLeaf>): AsyncIterable<PastAnswer> {
  let batch: PlayedLeaf[] = [];
  for await (const leaf of leaves) {
    batch.push(leaf);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
  yield null;
}

await answerRequests<PastRequest, PastAnswer>((request) =>
  request.kind === 'judge'
    ? [judge(request.end, request.withBars)]
    : play((played ??= startPlay()).play(request.until, request.calibrations)),
);
