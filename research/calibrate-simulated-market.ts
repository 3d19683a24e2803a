import { writeFile } from 'node:fs/promises';
import { writeFactor } from '#domain/statistics/calibration-factor.ts';
import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-hours.ts';
import { minuteMs } from '#domain/time.ts';
import { collectStatistics } from '#engine/collect-statistics.ts';
import { dayStartBars } from '#engine/features/feature-stream.ts';
import { addStatistics, countDecisions, emptyStatistics } from '#engine/forecast/calibration/calibration-statistics.ts';
import { estimateFactors } from '#engine/forecast/calibration/estimate-factors.ts';
import { createSimulatedPast } from '#server/integrations/market-data/simulated-market.ts';
import { shippedFile } from '#server/modules/calibration/shipped-calibration.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { modelsFolder } from './evaluation/read-models.ts';

/**
 * Measures the calibration of the model files on the simulated market and writes the file with which
 * a demo begins; again after a training or a new fit of the market. Two minutes of processor time.
 * Usage: node research/calibrate-simulated-market.ts
 */
const seed = 1;
const to = Date.parse('2026-01-01');
const days = 240;
const past = createSimulatedPast({ seed });
const { forecasters } = await loadModels(modelsFolder);
const ends = tradingDaysBefore(to, days).toReversed();
const sums = new Map(forecasters.map(({ key }) => [key, emptyStatistics()]));
for (const end of ends) {
  const from = tradingDayStart(end);
  const bars = past.barsBefore(end, (end - from) / minuteMs + dayStartBars);
  for (const [model, statistics] of collectStatistics(forecasters, bars, { from, to: end })) {
    const sum = sums.get(model);
    if (sum) addStatistics(sum, statistics);
  }
  process.stderr.write(`${new Date(end).toISOString()}\n`);
}
const iso = (time: number): string => new Date(time).toISOString();
const shipped = {
  source: 'Measured on the simulated market, never on a real one: node research/calibrate-simulated-market.ts',
  feed: `simulated:${seed}`,
  from: iso(tradingDayStart(ends[0] ?? 0)),
  to: iso(ends.at(-1) ?? 0),
  models: forecasters.map(({ key: model, version }) => {
    const statistics = sums.get(model) ?? emptyStatistics();
    const factors = estimateFactors(statistics).map(writeFactor);
    return { model, version, decisions: countDecisions(statistics), factors };
  }),
};
await writeFile(shippedFile, `${JSON.stringify(shipped, null, 2)}\n`);
