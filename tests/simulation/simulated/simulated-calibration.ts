import { tradingDayStart, tradingDaysBefore } from '#domain/market/trading-hours.ts';
import { writeStatistics } from '#engine/forecast/calibration/calibration-statistics.ts';
import type { Database } from '#server/database/connection.ts';
import { calibrationDays, feedDays } from '#server/database/tables/model-tables.ts';
import type { StartJudging } from '#server/modules/calibration/calibration.api.ts';
import { daysToJudge } from '#server/modules/calibration/fill-days.ts';
import { statisticsBetween } from '#tests/support/record/stated-days.ts';
import { feedId, rules } from '../rules.ts';
import type { World } from '../world.ts';
import { simulatedForecaster } from './simulated-forecaster.ts';
import { pairs } from './simulated-prices.ts';

const { key: model, version } = simulatedForecaster;
const judgeMs = 4_000;

const written = new Map<number, string>();
/** Of a trading day that ends then: the model states more than comes true. */
function getStatistics(end: number): string {
  const known =
    written.get(end) ?? writeStatistics(statisticsBetween(tradingDayStart(end), end, { getFactor: () => 0.8 }));
  written.set(end, known);
  return known;
}

/** The history of the feed is stored, and judged but for its last day: the leader judges that and calibrates the model. */
export async function insertHistory(db: Database, startsAt: number): Promise<void> {
  const [last, ...judged] = tradingDaysBefore(startsAt, rules.calibrationDays);
  const read = new Set([last ?? startsAt, ...judged].flatMap(daysToJudge));
  const ofFeed = { feed: feedId };
  await db
    .insert(feedDays)
    .values([...read].flatMap((end) => pairs.map((symbol) => ({ ...ofFeed, symbol, day: new Date(end), bars: '[]' }))));
  await db
    .insert(calibrationDays)
    .values(judged.map((end) => ({ ...ofFeed, model, version, day: new Date(end), statistics: getStatistics(end) })));
}

/** Judges a day in some seconds. */
export const createStartJudging =
  ({ now, at }: Pick<World, 'now' | 'at'>): StartJudging =>
  () => ({
    judge: ({ to }) =>
      new Promise((resolve) => void at(now() + judgeMs, () => resolve(new Map([[model, getStatistics(to)]])))),
    close: async () => undefined,
  });
