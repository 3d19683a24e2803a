import { onStored, readStored, writeStored } from '../storage/stored.ts';
import { notify } from './alert.ts';
import { playTone } from './play-tone.ts';

/** A tab that slept through the opening for longer than this stays silent. */
const lateMs = 600_000;

/**
 * Announces the opening of the market once, in any open tab, through `sendRequest`. Returns its
 * cancel function.
 */
export function remindOfOpening(sendRequest: () => string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ring = (at: number): void => {
    // Another tab may have announced it already.
    if (readStored('remind-open') !== at) return;
    writeStored('remind-open', null);
    if (Date.now() - at > lateMs) return;
    playTone('found');
    void notify(sendRequest());
  };
  const plan = (): void => {
    clearTimeout(timer);
    const at = readStored('remind-open');
    if (at !== null) timer = setTimeout(() => ring(at), Math.max(0, at - Date.now()));
  };
  plan();
  const invalidate = onStored(plan);
  addEventListener('storage', plan);
  return () => {
    clearTimeout(timer);
    invalidate();
    removeEventListener('storage', plan);
  };
}
