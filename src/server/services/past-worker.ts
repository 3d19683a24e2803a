import { randomBytes } from 'node:crypto';
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { isThinHour } from '#domain/market/market-session.ts';
import { tradingDayStart } from '#domain/market/trading-day.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { minuteMs } from '#domain/time.ts';
import { writeBars } from '#engine/bar-input.ts';
import { collectStatistics } from '#engine/collect-statistics.ts';
import { dayStartBars } from '#engine/features/feature-stream.ts';
import { writeStatistics } from '#engine/forecast/statistics-text.ts';
import { createSimulatedPast } from '../integrations/market-data/simulated-market.ts';
import type { JudgedPastDay } from '../modules/calibration/calibration.api.ts';
import { loadModels } from '../modules/models/load-models.ts';
import { createPastPlay, type PlayedLeaf, type PastPlay } from '../modules/shadow/play-past.ts';
import type { PastAnswer, PastRequest, PastWorkerData } from './start-past-worker.ts';

const batchSize = 120;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by start-past-worker.ts
const given = workerData as PastWorkerData;
const { seed, pairs, modelsFolder, includeThinHours, tradingHours, ...period } = given;
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
    isOpen: (time) => (includeThinHours || !isThinHour(time)) && isMarketOpen(tradingHours, time),
    nonce: () => randomBytes(16).toString('hex'),
  });

async function play(leaves: AsyncIterable<PlayedLeaf>): Promise<void> {
  let batch: PlayedLeaf[] = [];
  for await (const leaf of leaves) {
    batch.push(leaf);
    if (batch.length < batchSize) continue;
    post(batch);
    batch = [];
  }
  post(batch);
  post(null);
}

const post = (answer: PastAnswer): void => parentPort?.postMessage(answer);

if (parentPort)
  for await (const [message] of on(parentPort, 'message')) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- posted by start-past-worker.ts
    const request = message as PastRequest;
    if (request.kind === 'judge') post(judge(request.end, request.withBars));
    else await play((played ??= startPlay()).play(request.until, request.calibrations));
  }
