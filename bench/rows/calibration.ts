import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-day.ts';
import { toBarRow } from '#engine/bar-input.ts';
import { calibrateFromDays } from '#engine/forecast/calibration/check-calibration.ts';
import { conservativeCalibration } from '#engine/forecast/calibration/conservative-calibration.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { parseStatistics } from '#engine/forecast/statistics-text.ts';
import { modelsFolder } from '#research/evaluation/read-models.ts';
import { type JudgedDay, warmUpDays, type WrittenStatistics } from '#server/modules/calibration/calibration.api.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { judgeDaysInThread } from '#server/modules/calibration/judge-days-in-thread.ts';
import { createFigure } from '../figure.ts';
import type { Row } from '../row.ts';
import { benchTime, simulatedBars } from '../simulated-bars.ts';

/** CALIBRATION_DAYS, unless it is set. */
const days = 90;
const rounds = 5;

export const calibrationRow: Row = {
  name: 'calibration',
  what: `a trading day of 28 pairs judged with all local models in a thread, then the factors of each model from ${days} such days`,
  peer: 'none',
  async measure(print) {
    const { forecasters } = await loadModels(modelsFolder);
    print('making bars');
    const day = await judgedDay();
    const judged: Use[] = [];
    const factors: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { statistics, ...use } = await judge(day);
      judged.push(use);
      factors.push(estimate(forecasters, statistics));
    }
    return [
      createFigure(
        'processor time of both',
        's',
        judged.map(({ cpuS }, i) => cpuS + (factors[i] ?? Number.NaN)),
        {
          atMost: 60,
        },
      ),
      createFigure('  of it for the factors', 's', factors),
      // The first round takes what the later ones use again.
      createFigure('memory above that before it, at most', 'MB', [Math.max(...judged.map(({ memoryMb }) => memoryMb))]),
    ];
  },
};

/** The last trading day before the bench's time, with the days that warm the features up, as stored. */
async function judgedDay(): Promise<JudgedDay> {
  const ends = tradingDaysBefore(benchTime, warmUpDays + 1);
  const [to = benchTime] = ends;
  const market = await simulatedBars((warmUpDays + 2) * 1_440);
  const bars = new Map(
    [...market].map(([symbol, all]): [string, string[]] => [
      symbol,
      ends.toReversed().map((end) => {
        const own = all.filter(({ time }) => time >= tradingDayStart(end) && time < end);
        return JSON.stringify(own.map(toBarRow));
      }),
    ]),
  );
  return { bars, from: tradingDayStart(to), to };
}

interface Use {
  readonly cpuS: number;
  readonly memoryMb: number;
}

/** With the start of the thread, which reads the models. */
async function judge(day: JudgedDay): Promise<Use & { readonly statistics: WrittenStatistics }> {
  const resident = process.memoryUsage.rss();
  let highest = resident;
  const sampling = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 10);
  const cpu = process.cpuUsage();
  const judging = judgeDaysInThread(modelsFolder)();
  try {
    const statistics = await judging.judge(day);
    return { statistics, cpuS: secondsSince(cpu), memoryMb: (highest - resident) / 2 ** 20 };
  } finally {
    clearInterval(sampling);
    await judging.close();
  }
}

/** The same statistics for each day: the work does not depend on what came. */
function estimate(forecasters: readonly LocalForecaster[], written: WrittenStatistics): number {
  const cpu = process.cpuUsage();
  for (const { key, signalFrom } of forecasters) {
    const statistics = Array.from({ length: days }, () => parseStatistics(written.get(key) ?? '{}'));
    calibrateFromDays(statistics, signalFrom, conservativeCalibration.factors);
  }
  return secondsSince(cpu);
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
