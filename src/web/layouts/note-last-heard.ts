import { writeStored } from '../storage/stored.ts';

/** When this browser last had a network, as far as its pages can tell: asked for on the page without one. */
export function noteLastHeard(): () => void {
  const note = (): void => {
    if (navigator.onLine) writeStored('last-online', Date.now());
  };
  // At the loss itself the browser is offline already.
  const noteLoss = (): void => writeStored('last-online', Date.now());
  document.addEventListener('visibilitychange', note);
  addEventListener('offline', noteLoss);
  return () => {
    document.removeEventListener('visibilitychange', note);
    removeEventListener('offline', noteLoss);
  };
}
