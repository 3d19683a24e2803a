import type { Duration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import heldOut from '../../models/held-out.json' with { type: 'json' };

/**
 * Of one model and duration by payout, ascending: [payout in percent, share of the minutes by day in which a pair had an
 * edge in percent, win rate of the best pair entered at once, the same entered a minute late, wins and losses].
 */
type HeldOutRow = readonly number[];

interface HeldOut {
  /** The days, both included. */
  readonly from: string;
  readonly to: string;
  readonly models: Readonly<
    Record<string, { readonly version: string; readonly durations: Readonly<Record<string, readonly HeldOutRow[]>> }>
  >;
}

/** What `npm run evaluate -- --held-out` measured on quotes that no model was trained on. */
const measured: HeldOut = heldOut;

interface HeldOutFigures {
  /** By day there was about one signal in so many minutes. */
  readonly minutesPerSignal: number;
  /** So many of 100 were right, entered at once. */
  readonly rightOf100: number;
  /** Of so many wins and losses. */
  readonly outcomes: number;
}

/**
 * Figures of the nearest measured payout that is not higher, so that the trader's own are no worse. Null: too few
 * outcomes, or a payout below all measured ones.
 */
export function heldOutFigures(model: AiModelKey, duration: Duration, payoutPercent: number): HeldOutFigures | null {
  const rows = measured.models[model]?.durations[duration] ?? [];
  const [, share = 0, real = 0, , outcomes = 0] = rows.findLast(([payout = 0]) => payout <= payoutPercent) ?? [];
  if (outcomes < minOutcomesForRate) return null;
  return { minutesPerSignal: Math.max(1, Math.round(100 / share)), rightOf100: Math.round(real), outcomes };
}
