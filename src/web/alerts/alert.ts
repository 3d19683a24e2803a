import { readStored } from '../storage/stored.ts';
import { type AlertKind, playTone } from './play-tone.ts';

const patterns: Record<AlertKind, number[]> = { found: [120, 80, 120], result: [200] };

/** Alerts through every channel enabled in this browser; none by default. */
export function createAlert(kind: AlertKind, text: string): void {
  if (readStored('sound')) playTone(kind);
  if (readStored('vibration')) navigator.vibrate?.(patterns[kind]);
  if (readStored('notifications') && document.hidden) void notify(text);
}

/**
 * A page with a service worker may only notify through it (Android); a page without one only
 * directly.
 */
export async function notify(text: string): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const worker = await navigator.serviceWorker?.getRegistration();
  const options = { tag: 'signal' };
  if (worker) await worker.showNotification(text, options);
  else new Notification(text, options);
}
