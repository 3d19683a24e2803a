import { useEffect } from 'react';
import { useStored } from '../storage/stored.ts';

/**
 * Keeps the screen on while the component is mounted, if enabled; a hidden page loses the lock and
 * reacquires it.
 */
export function useWakeLock(): void {
  const isWanted = useStored('wake-lock') === 'yes';
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async (): Promise<void> => {
      if (document.hidden || isOver) return;
      const taken = await navigator.wakeLock.request('screen');
      if (isOver) await taken.release();
      else lock = taken;
    };
    // A low battery or a policy may deny the lock; the screen then turns off as usual.
    const acquire = (): void => void take().catch(() => undefined);
    acquire();
    document.addEventListener('visibilitychange', acquire);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', acquire);
      void lock?.release();
    };
  }, [isWanted]);
}
