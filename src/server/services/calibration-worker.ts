import { parentPort, workerData } from 'node:worker_threads';
import { parseBars } from '#engine/bar-input.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { collectStatistics } from '#engine/collect-statistics.ts';
import { writeStatistics } from '#engine/forecast/statistics-text.ts';
import { loadModels } from '../modules/models/load-models.ts';
import type { JudgedDay } from '../modules/calibration/calibration.api.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by judge-days-in-worker.ts
const { forecasters } = await loadModels(new URL(workerData as string));

parentPort?.on('message', ({ bars, from, to }: JudgedDay) => {
  const parsed = new Map([...bars].map(([symbol, days]): [string, Bar[]] => [symbol, days.flatMap(parseBars)]));
  const statistics = collectStatistics(forecasters, parsed, { from, to });
  parentPort?.postMessage(new Map([...statistics].map(([model, own]) => [model, writeStatistics(own)])));
});
