import type { ModelFigures } from '#contract/record/record.ts';
import type { WorkingStats } from '#contract/signals.ts';
import { calibratedFrom } from '#domain/signals/llm-model.ts';

/** Evidence of a model's win rate for its card. Shares from 0 to 1. */
export type ModelEvidence =
  | {
      readonly kind: 'measured';
      /** Signals issued to users, otherwise its shadow forecasts of each minute. */
      readonly of: 'signals' | 'shadow';
      readonly count: number;
      readonly winRate: number;
      readonly low: number;
      readonly high: number;
    }
  | { readonly kind: 'notCalibrated'; readonly settled: number }
  | { readonly kind: 'tooFew' };

/**
 * Prefers signals issued to users, because they are what a user gets. Never adds both; nothing
 * below 100 outcomes.
 */
export function evidenceOf(
  { settledAnswers }: Pick<WorkingStats['models'][number], 'settledAnswers'>,
  figures: ModelFigures | undefined,
): ModelEvidence {
  if (settledAnswers !== undefined && settledAnswers < calibratedFrom)
    return { kind: 'notCalibrated', settled: settledAnswers };
  return measured('signals', figures) ?? measured('shadow', figures?.shadow?.issued) ?? { kind: 'tooFew' };
}

/**
 * Result of a model's signals by day in the months held out from its training. Shares from 0 to 1.
 */
export interface PastResult {
  readonly from: number;
  readonly to: number;
  /** Null: it had no signals of this duration by day. */
  readonly rate: number | null;
}

/** What the model's card states for the duration; null: it has no card. */
export function pastResultOf(figures: ModelFigures | undefined, duration: number): PastResult | null {
  if (!figures?.card) return null;
  const { from, to, byDay } = figures.card;
  const rate = byDay.find((one) => one.duration === duration)?.real ?? null;
  return { from: Date.parse(from), to: Date.parse(to), rate };
}

type Counted = Pick<ModelFigures, 'winRate' | 'low' | 'high' | 'total'>;

function measured(of: 'signals' | 'shadow', counted: Counted | undefined): ModelEvidence | null {
  if (!counted || counted.winRate === null || counted.low === null || counted.high === null) return null;
  const { total, winRate, low, high } = counted;
  return { kind: 'measured', of, count: total, winRate, low, high };
}

/** The shared scale of all cards. */
export interface EvidenceLine {
  readonly breakEven: number;
  /** Position of a share from 0 to 1, on a width of 160. */
  readonly x: (share: number) => number;
}

const margin = 0.03;

/** Covers every interval and the break-even; null: there is nothing to draw. */
export function evidenceScale(all: readonly ModelEvidence[], breakEven: number | undefined): EvidenceLine | null {
  const ends = all.flatMap((one) => (one.kind === 'measured' ? [one.low, one.high] : []));
  if (ends.length === 0 || breakEven === undefined) return null;
  const from = Math.min(breakEven, ...ends) - margin;
  const to = Math.max(breakEven, ...ends) + margin;
  return { breakEven, x: (share) => (160 * (share - from)) / (to - from) };
}
