import { useEffect, useState } from 'react';
import { serverClock } from '../../api/server-clock.ts';

/** Whole seconds until an instant of the server's clock, counted down; 0 when it has passed or there is none. */
export function useSecondsLeft(until: number | null): number {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    setLeft(secondsTo(until));
    const timer = setInterval(() => setLeft(secondsTo(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

const secondsTo = (until: number | null): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - serverClock.now()) / 1_000));
