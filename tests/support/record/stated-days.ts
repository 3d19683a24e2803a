import { logistic } from '#engine/forecast/calibration/fit-slope.ts';
import { durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessionAt } from '#domain/market/market-session.ts';
import { minuteMs } from '#domain/time.ts';
import {
  addDecision,
  type CalibrationStatistics,
  emptyStatistics,
} from '#engine/forecast/calibration/calibration-statistics.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { createChance } from '../chance.ts';

export interface StatedMarket {
  /** The factor by which outcomes follow the stated log-odds. */
  readonly getFactor: (session: MarketSession) => number;
  readonly pairs?: number;
  /** All pairs of a minute state and do the same. */
  readonly isOne?: boolean;
}

interface StatedDecision {
  readonly forecast: Pick<Forecast, 'session' | 'duration' | 'pUp' | 'decidedAt'>;
  readonly outcome: number;
}

/**
 * Decisions in [from, to), one of every pair and duration every five minutes, whose log-odds have a
 * deviation of 0.12; the same for the same `from`.
 */
function* decisionsBetween(
  from: number,
  to: number,
  { getFactor, pairs = 6, isOne = false }: StatedMarket,
): Generator<StatedDecision> {
  const chance = createChance(from / minuteMs);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  for (let decidedAt = from; decidedAt < to; decidedAt += 5 * minuteMs) {
    const session = marketSessionAt(decidedAt);
    for (const duration of durations) {
      const draw = (): [number, number] => {
        const logOdds = 0.12 * normal();
        return [logOdds, chance() < logistic(getFactor(session) * logOdds) ? 1 : -1];
      };
      const common = draw();
      for (let pair = 0; pair < pairs; pair += 1) {
        const [logOdds, outcome] = isOne ? common : draw();
        yield { forecast: { session, duration, pUp: logistic(logOdds), decidedAt }, outcome };
      }
    }
  }
}

export function statisticsBetween(from: number, to: number, market: StatedMarket): CalibrationStatistics {
  const statistics = emptyStatistics();
  for (const { forecast, outcome } of decisionsBetween(from, to, market)) addDecision(statistics, forecast, outcome);
  return statistics;
}
