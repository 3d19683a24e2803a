import { minuteMs } from '../time.ts';
/** Minutes from entry to expiry. 2 is reserved for a chase; the picker offers the rest. */
export const durations = [2, 3, 5, 7, 10] as const;
export type Duration = (typeof durations)[number];
export const minDuration: Duration = 2;
export const maxDuration: Duration = 10;

export const pickerDurations = [3, 5, 7, 10] as const satisfies readonly Duration[];
export type PickerDuration = (typeof pickerDurations)[number];

export const defaultDuration: PickerDuration = 5;

export const durationMs = (duration: Duration): number => duration * minuteMs;

/** A record with a value for every duration. */
export const byDuration = <Value>(getValue: (duration: Duration) => Value): Record<Duration, Value> => ({
  2: getValue(2),
  3: getValue(3),
  5: getValue(5),
  7: getValue(7),
  10: getValue(10),
});
