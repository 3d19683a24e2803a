import type { Prospect } from '#contract/signals.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { edgeFrom, hasEdge } from '#domain/signals/edge.ts';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import { shownChance, shownShortBy, shownValue } from '#domain/statistics/shown-rate.ts';

/** A forecast as the card shows it: what a signal of this second would state. */
export interface ShownForecast {
  /** Percent, not rounded: for the needles. */
  readonly probability: number;
  readonly needed: number;
  /** Wins of 100 signals, as shown. */
  readonly chance: number;
  readonly needs: number;
  /** 0: by less than can be shown. */
  readonly shortBy: number;
  /** The average gain of a dollar. */
  readonly value: number;
  readonly isReady: boolean;
  /** False at 50 of 100. */
  readonly hasLean: boolean;
}

/** `now`: server time. The forecast ages as its signal would (domain/signals/entry-window). */
export function showForecast(
  { passability, decidedAt, payout, hasEdge: hadEdge }: Prospect,
  model: AiModelKey,
  interval: PickerDuration,
  now: number,
): ShownForecast {
  const probability = 50 + (passability - 50) * edgeLeft(interval, now - Date.parse(decidedAt));
  const needed = edgeFrom(model, payout);
  const chance = shownChance(probability);
  return {
    probability,
    needed,
    chance,
    needs: shownChance(needed),
    shortBy: shownShortBy(probability, needed),
    value: shownValue(probability, payout),
    // The server may exclude a sure forecast for another reason, such as thin hours.
    isReady: hadEdge && hasEdge({ model, probability, payout }),
    hasLean: chance > 50,
  };
}
