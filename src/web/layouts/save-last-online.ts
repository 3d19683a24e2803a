import { writeStored } from '../storage/stored.ts';

/**
 * Records when this browser last had a network, as far as its pages can tell; read by the offline
 * page.
 */
export function saveLastOnline(): () => void {
  const note = (): void => {
    if (navigator.onLine) writeStored('last-online', Date.now());
  };
  // Covers the moment of the loss, when the browser is already offline.
  const saveNow = (): void => writeStored('last-online', Date.now());
  document.addEventListener('visibilitychange', note);
  addEventListener('offline', saveNow);
  return () => {
    document.removeEventListener('visibilitychange', note);
    removeEventListener('offline', saveNow);
  };
}
