import { parentPort, workerData } from 'node:worker_threads';
import { parseBars } from '#engine/bar-input.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { collectStatistics } from '#engine/collect-statistics.ts';
import { writeStatistics } from '#engine/forecast/calibration/calibration-statistics.ts';
import { loadModels } from '../modules/models/load-models.ts';
import type { JudgedDay, WrittenStatistics } from '../modules/calibration/calibration.api.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passed by choose-adapters.ts
const { forecasters } = await loadModels(new URL(workerData as string));

function judge({ bars, from, to }: JudgedDay): WrittenStatistics {
  const parsed = new Map([...bars].map(([symbol, days]): [string, Bar[]] => [symbol, days.flatMap(parseBars)]));
  const statistics = collectStatistics(forecasters, parsed, { from, to });
  return new Map([...statistics].map(([model, own]) => [model, writeStatistics(own)]));
}

parentPort?.on('message', (day: JudgedDay) => parentPort?.postMessage(judge(day)));
