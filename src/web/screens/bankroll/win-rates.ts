import type { ModelFigures } from '#contract/record.ts';
import type { Tally } from '#contract/statistics.ts';
import type { AiModelKey } from '#domain/ai-model.ts';
import { wilsonInterval } from '#domain/wilson-interval.ts';

/** A win rate to reckon with, shares of 1. Measured, or the one that only just covers the losses: never made up. */
export interface WinRate {
  readonly kind: 'own' | 'model' | 'all' | 'shadow' | 'break_even';
  readonly model: AiModelKey | null;
  readonly rate: number;
  /** 95 %; null: nothing was measured. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** How many outcomes it was measured on. */
  readonly count: number;
}

interface Known {
  readonly own: Pick<Tally, 'successful' | 'unsuccessful'> | null;
  readonly models: readonly ModelFigures[];
  /** The model that the trader uses. */
  readonly model: AiModelKey;
  readonly breakEven: number;
}

const fewestOutcomes = 100;

/** All that are known, the nearest to this very trader first; the break-even is always the last. */
export function winRatesOf({ own, models, model, breakEven }: Known): WinRate[] {
  const figures = models.find(({ aiModel }) => aiModel === model);
  const sum = (one: 'successful' | 'unsuccessful'): number => models.reduce((all, each) => all + each[one], 0);
  const shadow = figures?.shadow?.issued;
  return [
    ...(own ? measured('own', null, own.successful, own.unsuccessful) : []),
    ...(figures ? measured('model', model, figures.successful, figures.unsuccessful) : []),
    ...measured('all', null, sum('successful'), sum('unsuccessful')),
    ...(shadow && shadow.winRate !== null && shadow.low !== null && shadow.high !== null
      ? [
          {
            kind: 'shadow' as const,
            model,
            rate: shadow.winRate,
            interval: { low: shadow.low, high: shadow.high },
            count: shadow.total,
          },
        ]
      : []),
    { kind: 'break_even', model: null, rate: breakEven, interval: null, count: 0 },
  ];
}

function measured(kind: WinRate['kind'], model: AiModelKey | null, won: number, lost: number): WinRate[] {
  const count = won + lost;
  const interval = count < fewestOutcomes ? null : wilsonInterval(won, count);
  return interval ? [{ kind, model, rate: won / count, interval, count }] : [];
}
