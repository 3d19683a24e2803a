import type { Signal } from '#contract/signals.ts';
import { getModelFigures } from '#web/api/calls/auto-run-calls.ts';
import { useRead } from '#web/api/use-read.ts';

/**
 * Win probability of one step, from 0 to 1: measured if there are enough outcomes, otherwise as
 * stated by the lost signal.
 */
export type StepChance =
  | { readonly kind: 'stated'; readonly p: number }
  | {
      readonly kind: 'measured';
      readonly p: number;
      readonly count: number;
      readonly low: number;
      readonly high: number;
    };

export function useStepChance({ aiModel, passability }: Signal): StepChance {
  const figures = useRead(['record', 'models'], getModelFigures, { staleTime: 60_000 }).data;
  const own = figures?.find((one) => one.aiModel === aiModel);
  if (!own || own.winRate === null || own.low === null || own.high === null)
    return { kind: 'stated', p: passability / 100 };
  return {
    kind: 'measured',
    p: own.winRate,
    count: own.successful + own.unsuccessful,
    low: own.low,
    high: own.high,
  };
}
