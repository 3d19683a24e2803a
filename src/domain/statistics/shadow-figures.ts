import type { AiModelKey } from '../signals/ai-model.ts';
import { clusteredInterval } from './cluster-sums.ts';
import { type CalibrationFigure, computeCountedFigures, type CountedFigures } from './model-figures.ts';
import { addShadow, type CountedShadow, getShadow, type ShadowStep, type ShadowTallies } from './shadow-tally.ts';

interface EffectiveFigures extends CountedFigures {
  /** Number of independent outcomes that the interval assumes. */
  readonly effective: number | null;
}

interface ShadowFigures {
  readonly issued: EffectiveFigures;
  readonly inTurn: EffectiveFigures;
  readonly stated: number;
  readonly abstained: number | null;
  readonly reliability: CalibrationFigure[];
}

/**
 * Figures over all versions of a model in these tallies; null: the model has no shadow forecasts.
 */
export function computeShadowFigures(all: Iterable<ShadowTallies>, model: AiModelKey): ShadowFigures | null {
  const own = getShadow(new Map(), model, '');
  for (const tallies of all) for (const tally of tallies.values()) if (tally.model === model) addShadow(own, tally);
  const issued = toFigures(own.issued);
  if (own.stated === 0 && issued.total + issued.void === 0) return null;
  return {
    issued,
    inTurn: toFigures(own.inTurn),
    stated: own.stated,
    abstained: own.stated === 0 ? null : own.abstained / own.stated,
    reliability: own.steps.flatMap(computeCalibration),
  };
}

function toFigures(counted: CountedShadow): EffectiveFigures {
  const figures = computeCountedFigures(counted);
  const interval = figures.winRate === null ? null : clusteredInterval(counted.wins);
  return { ...figures, effective: interval?.effective ?? null };
}

/** Empty when the step was stated in too few hours. */
function computeCalibration({ won, lost, stated, excess }: ShadowStep): CalibrationFigure[] {
  const count = won + lost;
  const real = won / count;
  const interval = clusteredInterval(excess, { rate: real, unit: 10_000 });
  if (!interval) return [];
  return [{ stated: stated / count / 10_000, real, low: interval.low, high: interval.high, count }];
}
