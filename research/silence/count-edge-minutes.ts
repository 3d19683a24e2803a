import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import type { MarketSession } from '#domain/market/market-session.ts';
import { noOutcome, outcomeAt } from '#engine/bar/bar-outcome.ts';
import { ageForecast } from '#engine/forecast/age-forecast.ts';
import { addDecision, emptyStatistics } from '#engine/forecast/calibration/calibration-statistics.ts';
import { estimateFactors } from '#engine/forecast/calibration/estimate-factors.ts';
import type { CalibrationFactor } from '#domain/statistics/calibration-factor.ts';
import { calibrateForecast } from '#engine/forecast/calibration/feed-calibration.ts';
import type { Forecast, LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { BarTable } from '../bars/load-bars.ts';
import { createDailyCalibration } from '../evaluation/daily-calibration.ts';
import { forecastMarket, type JudgedRange } from '../evaluation/forecast-market.ts';

/** By market session: the share of its minutes in which any pair has an edge. */
type SessionShares = Readonly<Record<MarketSession, number>>;

export interface EdgeRow {
  readonly model: AiModelKey | 'any';
  readonly duration: Duration | 'any';
  /** As the model file states it. */
  readonly ofFile: SessionShares;
  /** Calibrated at each rollover from the days before it. */
  readonly calibrated: SessionShares;
}

export interface EdgeMinutes {
  /** Counted minutes. */
  readonly minutes: Readonly<Record<MarketSession, number>>;
  /** Each model with each and with any duration, then any model. */
  readonly rows: readonly EdgeRow[];
  /** Estimated from all decisions of the range. */
  readonly factors: ReadonlyMap<AiModelKey, readonly CalibrationFactor[]>;
}

export interface EdgeRange extends JudgedRange {
  /** Minutes from here on are counted; those before only calibrate. */
  readonly countFrom: number;
  /** How many days before a day its factors come from. */
  readonly calibrationDays: number;
}

/** When the signals of a minute are chosen, after its close. */
const statedAfterMs = 650;

/** A bit for each model and duration of which some pair has a signal in a minute. */
interface Minute {
  readonly time: number;
  readonly session: MarketSession;
  ofFile: number;
  calibrated: number;
}

/** A minute has an edge for a model and duration when any pair's forecast is a signal. */
export function countEdgeMinutes(
  forecasters: readonly LocalForecaster[],
  tables: readonly BarTable[],
  range: EdgeRange,
): EdgeMinutes {
  const models = forecasters.map(({ key, signalFrom }) => ({
    key,
    calibration: createDailyCalibration(signalFrom, range.calibrationDays),
    statistics: emptyStatistics(),
  }));
  const minutes: Minute[] = [];
  forecastMarket(forecasters, tables, range, (place, stated, { table, i }) => {
    const model = models[Math.floor(place / durations.length)];
    if (!model) return;
    if (stated.barTime >= range.countFrom) {
      const minute = getMinute(minutes, stated);
      const own = calibrateForecast(stated, model.calibration.at(stated.decidedAt));
      if (isSignal(stated)) minute.ofFile |= 1 << place;
      if (isSignal(own)) minute.calibrated |= 1 << place;
    }
    const outcome = outcomeAt(table, i, stated.duration);
    if (outcome === noOutcome) return;
    model.calibration.at(stated.decidedAt);
    model.calibration.add(stated, outcome);
    addDecision(model.statistics, stated, outcome);
  });
  return {
    minutes: bySession((session) => minutes.filter((one) => one.session === session).length),
    rows: toRows(forecasters, minutes),
    factors: new Map(models.map(({ key, statistics }) => [key, estimateFactors(statistics)])),
  };
}

function getMinute(minutes: Minute[], { barTime: time, session }: Forecast): Minute {
  const newest = minutes.at(-1);
  if (newest?.time === time) return newest;
  const minute = { time, session, ofFile: 0, calibrated: 0 };
  minutes.push(minute);
  return minute;
}

const isSignal = (forecast: Forecast): boolean =>
  forecast.signalled && ageForecast(forecast, forecast.decidedAt + statedAfterMs).signalled;

function toRows(forecasters: readonly LocalForecaster[], minutes: readonly Minute[]): EdgeRow[] {
  const ofSession = bySession((session) => minutes.filter((one) => one.session === session));
  const row = (model: EdgeRow['model'], duration: EdgeRow['duration'], bits: number): EdgeRow => {
    const shares = (kind: 'ofFile' | 'calibrated'): SessionShares =>
      bySession(
        (session) => ofSession[session].filter((one) => (one[kind] & bits) !== 0).length / ofSession[session].length,
      );
    return { model, duration, ofFile: shares('ofFile'), calibrated: shares('calibrated') };
  };
  const everyHead = (1 << durations.length) - 1;
  return [
    ...forecasters.flatMap(({ key }, m) => [
      ...durations.map((duration, d) => row(key, duration, 1 << (m * durations.length + d))),
      row(key, 'any', everyHead << (m * durations.length)),
    ]),
    row('any', 'any', -1),
  ];
}

const bySession = <Value>(getValue: (session: MarketSession) => Value): Record<MarketSession, Value> => ({
  day: getValue('day'),
  evening: getValue('evening'),
  rollover: getValue('rollover'),
});
