import { useEffect, useState } from 'react';
import { serverClock } from '#web/api/server-clock.ts';

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
