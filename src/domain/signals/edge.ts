import { getHour, secondMs } from '#domain/time.ts';

/** Payouts that count, percent of the stake: what a broker pays above the highest it makes up itself (OTC prices). */
export const payoutPercent = { min: 60, max: 92 } as const;

/** Percentage points above break-even from which a forecast has an edge. */
const edgeMargin = (model: string): number => (model === 'vip' ? 1 : 0.2);

/** `probability`: percent for the stated side; `payout`: the share of the stake that a win pays, 0.85 for 85 %. */
interface PaidForecast {
  readonly model: string;
  readonly probability: number;
  readonly payout: number;
}

/**
 * The stated probability, percent, from which a model has an edge at a payout. Rounded, it is what a
 * card says that the forecast needs: never above the chance of one with an edge.
 */
export const edgeFrom = (model: string, payout: number): number => 100 * getBreakEven(payout) + edgeMargin(model);

/** Whether a forecast has an edge at a payout; anything else is practice. */
export const hasEdge = ({ model, probability, payout }: PaidForecast): boolean =>
  probability >= edgeFrom(model, payout) - 1e-9;

/** What a stake of 1 gains on average, as a share of it; of several forecasts the one with the most is chosen. */
export const expectedValue = (probability: number, payout: number): number => (probability / 100) * (1 + payout) - 1;

/**
 * Recorded minutes of a market, and those of them in which a model had a forecast with an edge; in
 * rising time, milliseconds UTC.
 */
export interface EdgeMinutes {
  readonly minutes: readonly number[];
  readonly edges: readonly number[];
}

/** Nothing is stated from less than an hour of minutes. */
const minMinutes = 60;

/** 0 to 23, UTC. */
export const hourOfDay = (time: number): number => getHour(time) % 24;

/** Share of the minutes at this hour of the day that had an edge; null: too few minutes. */
export function edgeShare({ minutes, edges }: EdgeMinutes, hour: number): number | null {
  const all = countAt(minutes, hour);
  return all < minMinutes ? null : countAt(edges, hour) / all;
}

/**
 * Median seconds from the minutes at this hour of the day without an edge to the next one with an
 * edge; null: too few minutes, each has an edge, or none came after most of them.
 */
export function medianWait({ minutes, edges }: EdgeMinutes, hour: number): number | null {
  const own = minutes.filter((minute) => hourOfDay(minute) === hour);
  if (own.length < minMinutes) return null;
  const waits: number[] = [];
  let next = 0;
  for (const minute of own) {
    while ((edges[next] ?? Number.POSITIVE_INFINITY) < minute) next++;
    const wait = (edges[next] ?? Number.POSITIVE_INFINITY) - minute;
    if (wait > 0) waits.push(wait);
  }
  const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
  return median === undefined || median === Number.POSITIVE_INFINITY ? null : Math.round(median / secondMs);
}

const countAt = (times: readonly number[], hour: number): number =>
  times.reduce((count, time) => (hourOfDay(time) === hour ? count + 1 : count), 0);

/**
 * The win rate, from 0 to 1, at which a trader neither gains nor loses. `payout`: the share of the
 * stake that a win pays, 0.82 for 82 %.
 */
export const getBreakEven = (payout: number): number => 1 / (1 + payout);

/** The payout at which a win rate breaks even. */
export const getPayout = (breakEven: number): number => 1 / breakEven - 1;
