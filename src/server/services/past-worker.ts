import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { isThinHour } from '#domain/market/market-session.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { conservativeCalibration } from '#engine/forecast/conservative-calibration.ts';
import { createSimulatedPast } from '../integrations/market-data/simulated-market.ts';
import { loadModels } from '../modules/models/load-models.ts';
import { type PlayedLeaf, playPast } from '../modules/shadow/play-past.ts';
import type { PastWorkerData } from './play-past-in-worker.ts';

/** As many as the live engine requests from its feed. */
const seedMinutes = 1_500;
const batchSize = 120;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by play-past-in-worker.ts
const given = workerData as PastWorkerData;
const { seed, pairs, modelsFolder, includeThinHours, tradingHours, calibrationDays, ...market } = given;
const past = createSimulatedPast({ seed, symbols: pairs });
const { forecasters } = await loadModels(new URL(modelsFolder));
let batch: PlayedLeaf[] = [];
const post = (): void => {
  parentPort?.postMessage(batch);
  batch = [];
};
for await (const leaf of playPast({
  ...market,
  symbols: past.symbols,
  // Nothing was calibrated on this market before its demo started.
  forecasters: calibrationDays === 0 ? forecasters : forecasters.map((one) => one.onFeed(conservativeCalibration)),
  ticksOf: past.ticksOf,
  seed: past.barsBefore(market.from, seedMinutes),
  isOpen: (time) => (includeThinHours || !isThinHour(time)) && isMarketOpen(tradingHours, time),
  nonce: () => randomBytes(16).toString('hex'),
})) {
  batch.push(leaf);
  if (batch.length >= batchSize) post();
}
post();
