import { durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { calibrateForecast } from '#engine/forecast/feed-calibration.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { ModelFile } from '#engine/forecast/model-file.ts';
import { noOutcome, outcomeAt } from '#engine/bar/bar-outcome.ts';
import type { BarTable } from '../bars/load-bars.ts';
import { symbolsOf } from '../bars/walk-market.ts';
import { byDuration } from '../training/members.ts';
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
  readonly runs: CalibrationRuns;
}

/**
 * Walks forward: for each day the factors come from the `days` before it in the range, so that
 * nothing is learnt from bars that the models were trained on.
 */
export function judgeRecalibrated(
  models: readonly ReadModel[],
  tables: readonly BarTable[],
  range: JudgedRange,
  days: number,
): { readonly models: readonly Recalibrated[]; readonly symbols: readonly string[] } {
  const seen = tables.filter(({ time }) => time.some((start) => start >= range.from && start < range.to));
  const judges = models.map((model) => createJudge(model, days));
  const forecasters = models.map(({ forecaster }) => forecaster);
  forecastMarket(forecasters, seen, range, (place, stated, { table, i, pair }) => {
    const judge = judges[Math.floor(place / durations.length)];
    const outcome = outcomeAt(table, i, stated.duration);
    if (outcome !== noOutcome) judge?.add(stated, outcome, pair);
  });
  return { models: judges.map(({ result }) => result()), symbols: symbolsOf(seen) };
}

function createJudge({ forecaster, file }: ReadModel, days: number) {
  const emptyJudgements = () =>
    durations.map((duration) => ({ model: forecaster.key, duration, verdicts: createVerdicts() }));
  const [frozen, recalibrated] = [emptyJudgements(), emptyJudgements()];
  const signalFrom = byDuration((duration) => file.durations[duration].signalFrom);
  const calibration = createDailyCalibration(signalFrom, days);

  return {
    add(stated: Forecast, outcome: number, pair: number): void {
      const applied = calibration.at(stated.decidedAt);
      const place = durations.indexOf(stated.duration);
      addVerdict(frozen[place]?.verdicts, stated, outcome, pair);
      addVerdict(recalibrated[place]?.verdicts, calibrateForecast(stated, applied), outcome, pair);
      calibration.add(stated, outcome);
    },
    result: (): Recalibrated => ({ file, frozen, recalibrated, runs: calibration.runs() }),
  };
}

const addVerdict = (verdicts: Verdicts | undefined, forecast: Forecast, outcome: number, pair: number): void =>
  verdicts?.add(forecast.pUp, forecast.signalled, outcome, marketSessions.indexOf(forecast.session), pair);
