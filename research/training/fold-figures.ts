import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Duration } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { toPassability } from '#domain/market/direction.ts';
import { calibrate } from '#engine/forecast/calibration/calibration.ts';
import type { DurationHead } from '#engine/forecast/model-file.ts';
import { type Figures, computeFigures } from '../evaluation/figures.ts';
import { createVerdicts, type Verdicts } from '../evaluation/verdicts.ts';
import { type Fold, rowsToJudge } from './folds.ts';
import type { TrainingRows } from './training-rows.ts';

/** Out-of-sample forecasts of one model for one fold and duration, with their outcomes. */
export interface FoldFigures {
  readonly fold: Fold;
  readonly figures: Figures;
}

export function foldFigures(
  rows: TrainingRows,
  model: AiModelKey,
  duration: Duration,
  head: DurationHead,
  scores: Float32Array,
  folds: readonly Fold[],
): FoldFigures[] {
  return folds.flatMap((fold) => {
    const judged = rowsToJudge(rows, rows.outcomes[duration], fold).filter((row) => !Number.isNaN(scores[row]));
    if (judged.length === 0) return [];
    const verdicts = computeVerdicts(rows, duration, head, scores, judged);
    return [{ fold, figures: computeFigures({ model, duration, verdicts }, head, []) }];
  });
}

function computeVerdicts(
  rows: TrainingRows,
  duration: Duration,
  head: DurationHead,
  scores: Float32Array,
  judged: Int32Array,
): Verdicts {
  const verdicts = createVerdicts();
  for (const row of judged) {
    const session = rows.session[row] as number;
    const pUp = calibrate(head.calibration[marketSessions[session] as MarketSession], scores[row] as number);
    const isSignalled = toPassability(pUp) >= head.signalFrom;
    verdicts.add(pUp, isSignalled, rows.outcomes[duration][row] as number, session, rows.pair[row] as number);
  }
  return verdicts;
}
