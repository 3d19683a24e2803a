import type { DaySums, RecordSums } from '#domain/statistics/day-sums.ts';
import { shadowKey } from '#domain/statistics/shadow-tally.ts';
import type { StoredSums } from '#server/database/tables/record-sums-tables.ts';

export const toStored = <Sums extends DaySums | RecordSums>({ signals, shadow }: Sums): StoredSums<Sums> => ({
  signals,
  shadow: [...shadow.values()],
});

/** `empty`: for tallies that came after the sums were stored. */
export const toSums = <Sums extends DaySums | RecordSums>({ signals, shadow }: StoredSums<Sums>, empty: Sums) => ({
  signals: { ...empty.signals, ...signals },
  shadow: new Map(shadow.map((tally) => [shadowKey(tally.model, tally.version), tally])),
});
