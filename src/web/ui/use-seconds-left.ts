import { useSyncExternalStore } from 'react';
import { serverClock } from '#web/api/server-clock.ts';

/** Whole seconds until an instant of the server's clock; 0: it has passed, or is null. */
export const useSecondsLeft = (until: number | null): number =>
  useSyncExternalStore(
    everyHalfSecond,
    () => secondsTo(until),
    () => 0,
  );

function everyHalfSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 500);
  return () => clearInterval(timer);
}

const secondsTo = (until: number | null): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - serverClock.now()) / 1_000));

/** Whole seconds as 5:00, 0:59, 0:00. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
