import type { AiModelKey } from '../signals/ai-model.ts';
import { clusteredInterval, computeMean } from './cluster-sums.ts';
import type { CalibrationFigure } from './model-figures.ts';
import { addShadow, type CountedShadow, getShadow, type ShadowStep, type ShadowTallies } from './shadow-tally.ts';
import { minOutcomesForRate } from './shown-rate.ts';

interface CountedFigures {
  readonly total: number;
  readonly successful: number;
  readonly neutral: number;
  readonly unsuccessful: number;
  readonly void: number;
  readonly winRate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly effective: number | null;
}

interface ShadowFigures {
  readonly issued: CountedFigures;
  readonly inTurn: CountedFigures;
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
  if (own.stated === 0 && getTotal(own.issued) + own.issued.counts.void === 0) return null;
  return {
    issued: countedFigures(own.issued),
    inTurn: countedFigures(own.inTurn),
    stated: own.stated,
    abstained: own.stated === 0 ? null : own.abstained / own.stated,
    reliability: own.steps.flatMap(computeCalibration),
  };
}

const getTotal = ({ counts }: CountedShadow): number => counts.successful + counts.neutral + counts.unsuccessful;

function countedFigures(counted: CountedShadow): CountedFigures {
  const total = getTotal(counted);
  const interval = total < minOutcomesForRate ? null : clusteredInterval(counted.wins);
  if (!interval) return { total, ...counted.counts, winRate: null, low: null, high: null, effective: null };
  const { wins, counts } = counted;
  return { total, ...counts, winRate: computeMean(wins), ...interval };
}

/** Empty when the step was stated in too few hours. */
function computeCalibration({ won, lost, stated, excess }: ShadowStep): CalibrationFigure[] {
  const count = won + lost;
  const real = won / count;
  const interval = clusteredInterval(excess, { rate: real, unit: 10_000 });
  if (!interval) return [];
  return [{ stated: stated / count / 10_000, real, low: interval.low, high: interval.high, count }];
}
