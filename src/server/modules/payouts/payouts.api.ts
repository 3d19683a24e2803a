import { hasEdge } from '#domain/signals/edge.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { roundProbability } from '#record/lines.ts';

/** What a win pays a trader now, as a share of the stake. */
export interface TraderPayouts {
  /** Of pairs about which neither the broker nor the trader says anything of their own. */
  readonly default: number;
  on(symbol: string): number;
}

export interface PayoutsApi {
  readPayouts(userId: string): Promise<TraderPayouts>;
  /** Of each of these users; those who say the same share one object. */
  listPayouts(userIds: readonly string[]): Promise<ReadonlyMap<string, TraderPayouts>>;
}

/** By the probability as the record states it, so that the record counts a signal likewise. */
export const isEdgeAt = ({ model, passability }: Pick<Forecast, 'model' | 'passability'>, payout: number): boolean =>
  hasEdge({ model, probability: roundProbability(passability), payout });
