import { type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { minuteMs } from '#domain/time.ts';
import { noOutcome } from '#engine/bar/bar-outcome.ts';
import { toPassability } from '#domain/market/direction.ts';
import { calibrate } from '#engine/forecast/calibration/calibration.ts';
import { calibrateForecast } from '#engine/forecast/calibration/feed-calibration.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { ModelFile } from '#engine/forecast/model-file.ts';
import { createSignalComparison, type SignalComparison } from '../evaluation/compare-signals.ts';
import { createDailyCalibration } from '../evaluation/daily-calibration.ts';
import type { Fold } from './folds.ts';
import { byDuration, type Scores } from './members.ts';
import type { TrainingRows } from './training-rows.ts';

/** The days before a day, from which its factors are estimated. */
export const recalibratedDays = 30;

/**
 * The signals of each fold by its out-of-sample scores, as the file states them and as calibrated at
 * each rollover from the days before it in the same fold: the model of another fold is another
 * model. Folds without scores are left out.
 */
export const recalibrateFolds = (
  rows: TrainingRows,
  file: ModelFile,
  scores: Scores,
  folds: readonly Fold[],
): SignalComparison[] => folds.flatMap((fold) => recalibrateFold(rows, file, scores, fold) ?? []);

function recalibrateFold(rows: TrainingRows, file: ModelFile, scores: Scores, fold: Fold): SignalComparison | null {
  const calibration = createDailyCalibration(
    byDuration((duration) => file.durations[duration].signalFrom),
    recalibratedDays,
  );
  const signals = createSignalComparison(fold);
  let isScored = false;
  // Rows are in the order of time.
  for (let row = 0; row < rows.size; row += 1) {
    const time = rows.time[row] as number;
    if (time < fold.from || time >= fold.to) continue;
    for (const duration of durations) {
      const outcome = rows.outcomes[duration][row] as number;
      const score = scores[duration][row] as number;
      if (outcome === noOutcome || Number.isNaN(score)) continue;
      const stated = toForecast(rows, file, row, duration, score);
      const calibrated = calibrateForecast(stated, calibration.at(stated.decidedAt));
      signals.add(stated, calibrated, outcome, rows.laterOutcomes[duration][row] as number);
      calibration.add(stated, outcome);
      isScored = true;
    }
  }
  return isScored ? signals.result() : null;
}

function toForecast(rows: TrainingRows, file: ModelFile, row: number, duration: Duration, score: number): Forecast {
  const session = marketSessions[rows.session[row] as number] as MarketSession;
  const barTime = rows.time[row] as number;
  const { calibration, signalFrom } = file.durations[duration];
  const pUp = calibrate(calibration[session], score);
  const passability = toPassability(pUp);
  return {
    model: file.key,
    modelVersion: file.version,
    symbol: rows.symbols[rows.pair[row] as number] as string,
    barTime,
    decidedAt: barTime + minuteMs,
    duration,
    pUp,
    passability,
    signalFrom,
    signalled: passability >= signalFrom,
    session,
  };
}
