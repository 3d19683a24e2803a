import { useEffect, useEffectEvent } from 'react';
import type { Signal } from '#contract/signals.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { resultShownUntil } from './result-shown-until.ts';

/** Calls `onEnd` when the shown result has been shown long enough. */
export function useResultEnd(shown: Signal | null, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  const until = shown && resultShownUntil(shown);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(end, Math.max(0, until - serverClock.now()));
    return () => clearTimeout(timer);
  }, [until]);
}
