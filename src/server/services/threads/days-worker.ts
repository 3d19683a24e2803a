import { workerData } from 'node:worker_threads';
import { parseBars } from '#engine/bar-input.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { collectStatistics } from '#engine/collect-statistics.ts';
import { writeStatistics } from '#engine/forecast/statistics-text.ts';
import type { JudgedDay, WrittenStatistics } from '../../modules/calibration/calibration.api.ts';
import { loadModels } from '../../modules/models/load-models.ts';
import { answerRequests } from './thread.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by thread.ts
const { forecasters } = await loadModels(new URL(workerData as string));

await answerRequests<JudgedDay, WrittenStatistics>(({ bars, from, to }) => {
  const parsed = new Map([...bars].map(([symbol, days]): [string, Bar[]] => [symbol, days.flatMap(parseBars)]));
  const statistics = collectStatistics(forecasters, parsed, { from, to });
  return [new Map([...statistics].map(([model, own]) => [model, writeStatistics(own)]))];
});
