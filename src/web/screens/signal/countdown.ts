import { useEffect, useState } from 'react';
import { serverClock } from '#web/api/server-clock.ts';
import { minutesAndSeconds } from '#web/ui/use-seconds-left.ts';

/** The server time, updated at every full second. */
export function useServerNow(): number {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wake = (): void => {
      const at = serverClock.now();
      setNow(at);
      timer = setTimeout(wake, 1000 - (at % 1000) + 5);
    };
    wake();
    return () => clearTimeout(timer);
  }, []);
  return now;
}

/** Remaining minutes and seconds, rounded up to whole seconds. */
export const countdownText = (leftMs: number): string => minutesAndSeconds(Math.ceil(Math.max(0, leftMs) / 1000));

/** Remaining share of the whole, 0 to 1. */
export const shareLeft = (leftMs: number, wholeMs: number): number => Math.min(1, Math.max(0, leftMs / wholeMs));
