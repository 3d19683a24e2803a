import { durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { calibrateForecast } from '#engine/forecast/calibration/feed-calibration.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { ModelFile } from '#engine/forecast/model-file.ts';
import { noOutcome, outcomeAt } from '#engine/bar/bar-outcome.ts';
import type { BarTable } from '../bars/load-bars.ts';
import { listSymbols } from '../bars/walk-market.ts';
import { byDuration } from '../training/members.ts';
import { createSignalComparison, type SignalComparison } from './compare-signals.ts';
import { type CalibrationRuns, createDailyCalibration } from './daily-calibration.ts';
import { forecastMarket, type JudgedRange } from './forecast-market.ts';
import type { Judgement } from './judge-forecasts.ts';
import type { ReadModel } from './read-models.ts';
import { createVerdicts, type Verdicts } from './verdicts.ts';

/** One model: what it states with its frozen file, and as recalibrated each day. */
export interface Recalibrated {
  readonly file: ModelFile;
  readonly frozen: readonly Judgement[];
  readonly recalibrated: readonly Judgement[];
  readonly signals: SignalComparison;
  /** The same by fold. */
  readonly folds: readonly SignalComparison[];
  readonly runs: CalibrationRuns;
}

/** What is calibrated: from how many days before a day, and the parts of the range to report on. */
export interface Recalibration {
  readonly days: number;
  readonly folds: readonly JudgedRange[];
}

/**
 * Walks forward: for each day the factors come from the `days` before it in the range, so that
 * nothing is learnt from bars that the models were trained on.
 */
export function judgeRecalibrated(
  models: readonly ReadModel[],
  tables: readonly BarTable[],
  range: JudgedRange,
  recalibration: Recalibration,
): { readonly models: readonly Recalibrated[]; readonly symbols: readonly string[] } {
  const seen = tables.filter(({ time }) => time.some((start) => start >= range.from && start < range.to));
  const judges = models.map((model) => createJudge(model, range, recalibration));
  const forecasters = models.map(({ forecaster }) => forecaster);
  forecastMarket(forecasters, seen, range, (place, stated, { table, i, pair }) => {
    const judge = judges[Math.floor(place / durations.length)];
    const outcome = outcomeAt(table, i, stated.duration);
    if (outcome !== noOutcome) judge?.add(stated, outcome, outcomeAt(table, i, stated.duration, 1), pair);
  });
  return { models: judges.map(({ result }) => result()), symbols: listSymbols(seen) };
}

function createJudge({ forecaster, file }: ReadModel, range: JudgedRange, { days, folds }: Recalibration) {
  const emptyJudgements = () =>
    durations.map((duration) => ({ model: forecaster.key, duration, verdicts: createVerdicts() }));
  const [frozen, recalibrated] = [emptyJudgements(), emptyJudgements()];
  const signalFrom = byDuration((duration) => file.durations[duration].signalFrom);
  const calibration = createDailyCalibration(signalFrom, days);
  const signals = createSignalComparison(range);
  const byFold = folds.map(createSignalComparison);

  return {
    add(stated: Forecast, outcome: number, later: number, pair: number): void {
      const calibrated = calibrateForecast(stated, calibration.at(stated.decidedAt));
      const place = durations.indexOf(stated.duration);
      addVerdict(frozen[place]?.verdicts, stated, outcome, pair);
      addVerdict(recalibrated[place]?.verdicts, calibrated, outcome, pair);
      for (const comparison of [signals, ...byFold]) comparison.add(stated, calibrated, outcome, later);
      calibration.add(stated, outcome);
    },
    result: (): Recalibrated => ({
      file,
      frozen,
      recalibrated,
      signals: signals.result(),
      folds: byFold.map((fold) => fold.result()),
      runs: calibration.runs(),
    }),
  };
}

const addVerdict = (verdicts: Verdicts | undefined, forecast: Forecast, outcome: number, pair: number): void =>
  verdicts?.add(forecast.pUp, forecast.signalled, outcome, marketSessions.indexOf(forecast.session), pair);
