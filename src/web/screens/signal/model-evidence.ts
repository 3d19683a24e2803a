import type { ModelFigures } from '#contract/record.ts';
import type { WorkingStats } from '#contract/signals.ts';
import { calibratedFrom } from '#domain/signals/llm-model.ts';

/** What a model's card may say of how often it was right. Shares of 1. */
export type ModelEvidence =
  | {
      readonly kind: 'measured';
      /** Signals that people received, or else what it would have issued each minute. */
      readonly of: 'signals' | 'shadow';
      readonly count: number;
      readonly winRate: number;
      readonly low: number;
      readonly high: number;
    }
  | { readonly kind: 'notCalibrated'; readonly settled: number }
  | { readonly kind: 'tooFew' };

/** People's own signals first: that is what one gets. Never both added up; nothing below 100 outcomes. */
export function evidenceOf(
  { settledAnswers }: Pick<WorkingStats['models'][number], 'settledAnswers'>,
  figures: ModelFigures | undefined,
): ModelEvidence {
  if (settledAnswers !== undefined && settledAnswers < calibratedFrom)
    return { kind: 'notCalibrated', settled: settledAnswers };
  return measured('signals', figures) ?? measured('shadow', figures?.shadow?.issued) ?? { kind: 'tooFew' };
}

type Counted = Pick<ModelFigures, 'winRate' | 'low' | 'high' | 'total'>;

function measured(of: 'signals' | 'shadow', counted: Counted | undefined): ModelEvidence | null {
  if (!counted || counted.winRate === null || counted.low === null || counted.high === null) return null;
  const { total, winRate, low, high } = counted;
  return { kind: 'measured', of, count: total, winRate, low, high };
}

/** The line that all cards draw on. */
export interface EvidenceLine {
  readonly breakEven: number;
  /** Where a share of 1 lies, of a width of 160. */
  readonly x: (share: number) => number;
}

const margin = 0.03;

/** Every interval and the break-even are on it; null: there is nothing to draw. */
export function evidenceScale(all: readonly ModelEvidence[], breakEven: number | undefined): EvidenceLine | null {
  const ends = all.flatMap((one) => (one.kind === 'measured' ? [one.low, one.high] : []));
  if (ends.length === 0 || breakEven === undefined) return null;
  const from = Math.min(breakEven, ...ends) - margin;
  const to = Math.max(breakEven, ...ends) + margin;
  return { breakEven, x: (share) => (160 * (share - from)) / (to - from) };
}
