import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import type { BarTable } from '../bars/load-bars.ts';
import { computeFigures } from './figures.ts';
import type { JudgedRange } from './forecast-market.ts';
import type { Judgement } from './judge-forecasts.ts';
import { judgeRecalibrated, type Recalibration } from './judge-recalibrated.ts';
import type { ReadModel } from './read-models.ts';
import type { RecalibrationFigures } from './recalibration-table.ts';

/** Of each model: as its file states it, and as calibrated at each rollover from the days before. */
export function recalibrationFigures(
  models: readonly ReadModel[],
  tables: readonly BarTable[],
  range: JudgedRange,
  recalibration: Recalibration,
): (RecalibrationFigures & { readonly model: AiModelKey })[] {
  const { models: judged, symbols } = judgeRecalibrated(models, tables, range, recalibration);
  return judged.map(({ file, frozen, recalibrated, signals, folds, runs }) => {
    const figures = (judgements: readonly Judgement[]) =>
      judgements.map((judgement) => computeFigures(judgement, file.durations[judgement.duration], symbols));
    return {
      model: file.key,
      name: `${aiModelName(file.key)} (${file.key})`,
      days: recalibration.days,
      runs,
      signals,
      folds,
      frozen: figures(frozen),
      recalibrated: figures(recalibrated),
    };
  });
}
