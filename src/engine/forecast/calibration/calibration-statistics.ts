import { byDuration, type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { mapKeys } from '#domain/objects.ts';
import { addSums, addToCluster, type ClusterSums, noClusters } from '#domain/statistics/cluster-sums.ts';
import { getHour } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { type SlopeGroup, toLogOdds } from './fit-slope.ts';

/**
 * What came of a model's forecasts of one market session and duration: all that its calibration
 * needs to know of them. Mutated only by the functions below.
 */
export interface StatedOutcomes {
  /** Decided forecasts and those that came true, by bin of the stated log-odds' distance from 0. */
  readonly counts: Int32Array;
  readonly wins: Int32Array;
  /**
   * Score and information of the factor at 0, clustered by hour, x being that distance: the values
   * are x · (won − ½), their weights x² / 4.
   */
  readonly hours: ClusterSums;
}

export type CalibrationStatistics = Readonly<Record<MarketSession, Readonly<Record<Duration, StatedOutcomes>>>>;

/** Log-odds; half a point of probability near one half. */
const binWidth = 0.02;
/** The last one holds everything beyond 93 %. */
const binCount = 128;

const emptyOutcomes = (): StatedOutcomes => ({
  counts: new Int32Array(binCount),
  wins: new Int32Array(binCount),
  hours: noClusters(),
});

export const emptyStatistics = (): CalibrationStatistics => bySessionAndDuration(emptyOutcomes);

export const bySessionAndDuration = <Value>(
  getValue: (session: MarketSession, duration: Duration) => Value,
): Record<MarketSession, Record<Duration, Value>> =>
  mapKeys(marketSessions, (session) => byDuration((duration) => getValue(session, duration)));

/**
 * Adds a forecast as the model file states it, and its outcome: −1 down, 0 a tie, 1 up. Forecasts
 * must be added in the order of their decisions. Ties, and forecasts of exactly one half, are left
 * out.
 */
export function addDecision(
  statistics: CalibrationStatistics,
  { session, duration, pUp, decidedAt }: Pick<Forecast, 'session' | 'duration' | 'pUp' | 'decidedAt'>,
  outcome: number,
): void {
  const logOdds = toLogOdds(pUp);
  if (outcome === 0 || logOdds === 0) return;
  const x = Math.abs(logOdds);
  const isWon = logOdds > 0 === outcome > 0;
  const { counts, wins, hours } = statistics[session][duration];
  const bin = Math.min(binCount - 1, Math.floor(x / binWidth));
  counts[bin] = (counts[bin] ?? 0) + 1;
  if (isWon) wins[bin] = (wins[bin] ?? 0) + 1;
  addToCluster(hours, getHour(decidedAt), isWon ? x / 2 : -x / 2, (x * x) / 4);
}

/** Adds all of `more` to `statistics`. */
export function addStatistics(statistics: CalibrationStatistics, more: CalibrationStatistics): void {
  for (const session of marketSessions) {
    for (const duration of durations) addOutcomes(statistics[session][duration], more[session][duration]);
  }
}

function addOutcomes(own: StatedOutcomes, more: StatedOutcomes): void {
  for (let bin = 0; bin < binCount; bin += 1) {
    own.counts[bin] = (own.counts[bin] ?? 0) + (more.counts[bin] ?? 0);
    own.wins[bin] = (own.wins[bin] ?? 0) + (more.wins[bin] ?? 0);
  }
  addSums(own.hours, more.hours);
}

/** The bins that are not empty. */
export function getGroups({ counts, wins }: StatedOutcomes): SlopeGroup[] {
  const groups: SlopeGroup[] = [];
  for (let bin = 0; bin < binCount; bin += 1) {
    const count = counts[bin] ?? 0;
    if (count > 0) groups.push({ logOdds: (bin + 0.5) * binWidth, count, won: wins[bin] ?? 0 });
  }
  return groups;
}

export const countDecisions = (statistics: CalibrationStatistics): number =>
  marketSessions.reduce(
    (sum, session) => sum + durations.reduce((own, duration) => own + sumUp(statistics[session][duration].counts), 0),
    0,
  );

const sumUp = (counts: Int32Array): number => counts.reduce((sum, count) => sum + count, 0);

/** By session and duration: bin, count and wins of each bin that is not empty; the sums by hour. */
type Written = Readonly<
  Record<string, { readonly bins: readonly (readonly [number, number, number])[]; readonly hours: readonly number[] }>
>;

/** JSON; `parseStatistics` gives the same statistics to the bit, with their last hour closed. */
export function writeStatistics(statistics: CalibrationStatistics): string {
  const parts = marketSessions.flatMap((session) =>
    durations.map((duration) => {
      const { counts, wins, hours } = statistics[session][duration];
      const bins = [...counts].flatMap((count, bin) => (count > 0 ? [[bin, count, wins[bin] ?? 0]] : []));
      const { count, sum, nn, nx, xx, clusters } = closed(hours);
      return [`${session} ${duration}`, { bins, hours: [count, sum, nn, nx, xx, clusters] }];
    }),
  );
  return JSON.stringify(Object.fromEntries(parts));
}

export function parseStatistics(text: string): CalibrationStatistics {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by writeStatistics
  const written = JSON.parse(text) as Written;
  const statistics = emptyStatistics();
  for (const session of marketSessions)
    for (const duration of durations) {
      const own = statistics[session][duration];
      const { bins = [], hours = [] } = written[`${session} ${duration}`] ?? {};
      for (const [bin, count, won] of bins) {
        own.counts[bin] = count;
        own.wins[bin] = won;
      }
      const [count = 0, sum = 0, nn = 0, nx = 0, xx = 0, clusters = 0] = hours;
      Object.assign(own.hours, { count, sum, nn, nx, xx, clusters });
    }
  return statistics;
}

function closed(hours: Parameters<typeof addSums>[1]): ReturnType<typeof noClusters> {
  const sums = noClusters();
  addSums(sums, hours);
  return sums;
}
