import { getBreakEven } from '../statistics/break-even.ts';

/** Payouts that count, percent of the stake: what a broker pays above the highest it makes up itself (OTC prices). */
export const payoutPercent = { min: 60, max: 92 } as const;

/** Percentage points above break-even from which a forecast has an edge. */
const edgeMargin = (model: string): number => (model === 'vip' ? 1 : 0.2);

/**
 * The probability, percent, that is shown as what a forecast needs: break-even, and of a model with a
 * wider margin than the usual one so much more.
 */
export const neededProbability = ({ model, payout }: Pick<PaidForecast, 'model' | 'payout'>): number =>
  100 * getBreakEven(payout) + edgeMargin(model) - edgeMargin('');

/** `probability`: percent for the stated side; `payout`: the share of the stake that a win pays, 0.85 for 85 %. */
interface PaidForecast {
  readonly model: string;
  readonly probability: number;
  readonly payout: number;
}

/** The stated probability, percent, from which a model has an edge at a payout. */
export const edgeFrom = (model: string, payout: number): number => 100 * getBreakEven(payout) + edgeMargin(model);

/** Whether a forecast has an edge at a payout; anything else is practice. */
export const hasEdge = ({ model, probability, payout }: PaidForecast): boolean =>
  probability >= edgeFrom(model, payout) - 1e-9;

/** What a stake of 1 gains on average, as a share of it; of several forecasts the one with the most is chosen. */
export const expectedValue = ({ probability, payout }: Pick<PaidForecast, 'probability' | 'payout'>): number =>
  (probability / 100) * (1 + payout) - 1;
