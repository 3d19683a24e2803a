import { durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { addSums, noClusters } from '#domain/statistics/cluster-sums.ts';
import { type CalibrationStatistics, emptyStatistics } from './calibration/calibration-statistics.ts';

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
