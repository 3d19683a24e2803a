import type { RatedFigures } from '#contract/record/record.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import type { KnownModel } from '#web/record/figures.ts';

/** From 0 to 1; measured or the break-even rate, never invented. */
export interface WinRate {
  readonly kind: 'own' | 'model' | 'all' | 'in_turn' | 'break_even';
  readonly model: AiModelKey | null;
  readonly rate: number;
  /** 95 %; null: nothing was measured. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Number of outcomes it was measured on. */
  readonly count: number;
}

interface Known {
  readonly own: { readonly successful: number; readonly unsuccessful: number } | null;
  readonly models: readonly KnownModel[];
  /** The signals of all models together. */
  readonly overall: RatedFigures | null;
  /** The model that the trader uses. */
  readonly model: AiModelKey;
  readonly breakEven: number;
}

/** The rate most specific to this trader; the break-even rate if none is measured. */
export function chooseWinRate({ own, models, overall, model, breakEven }: Known): WinRate {
  const figures = models.find((one) => one.model === model)?.figures;
  return (
    (own && ownRate(own)) ??
    measured('model', model, figures?.signals) ??
    measured('all', null, overall) ??
    measured('in_turn', model, figures?.inTurn) ?? {
      kind: 'break_even',
      model: null,
      rate: breakEven,
      interval: null,
      count: 0,
    }
  );
}

function ownRate({ successful, unsuccessful }: NonNullable<Known['own']>): WinRate | null {
  const count = successful + unsuccessful;
  const interval = count >= minOutcomesForRate ? wilsonInterval(successful, count) : null;
  return interval && { kind: 'own', model: null, rate: successful / count, interval, count };
}

/** Win rate as published by the record; null when it has too few outcomes or hours. */
function measured(
  kind: 'model' | 'all' | 'in_turn',
  model: AiModelKey | null,
  figures: RatedFigures | null | undefined,
): WinRate | null {
  if (!figures || figures.winRate === null || figures.low === null || figures.high === null) return null;
  const { winRate, low, high, successful, unsuccessful } = figures;
  return { kind, model, rate: winRate, interval: { low, high }, count: successful + unsuccessful };
}
