import { minuteMs } from '#domain/time.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { writeStored } from '#web/storage/stored.ts';
import { useStored } from '#web/storage/use-stored.ts';
import { nextForecastTime } from './next-search-time.ts';

export const maxLooks = 10;

/** Automatic searches: one after each minute's close, at most ten. */
export interface LookAgain {
  readonly isOn: boolean;
  /** When the last search is, or was less than ten minutes ago; null: neither. */
  readonly until: number | null;
  readonly start: () => void;
  readonly stop: () => void;
}

/** `due`: when the next search makes sense; both are instants of the server clock. */
export function useLookAgain(due: number, now: number): LookAgain {
  const until = useStored('look-again');
  return {
    // A search that is late, because the tab slept, is not made up for.
    isOn: until !== null && due <= until && now < until + minuteMs / 2,
    until: until !== null && now < until + maxLooks * minuteMs ? until : null,
    start: () => writeStored('look-again', lastLookTime(due, serverClock.now())),
    stop: () => writeStored('look-again', null),
  };
}

/** The instant of the tenth search, if the first is made when due. */
export function lastLookTime(due: number, now: number): number {
  const first = due > now ? due : nextForecastTime(now) - minuteMs;
  return first + (maxLooks - 1) * minuteMs;
}
