import { useEffect } from 'react';
import { useStored } from '../storage/use-stored.ts';

/** The screen stays on while the component is shown, if that was asked for; a hidden page loses it and takes it again. */
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
    // An empty battery or a policy may refuse: the screen then goes dark as it would have.
    const again = (): void => void take().catch(() => undefined);
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, [isWanted]);
}
