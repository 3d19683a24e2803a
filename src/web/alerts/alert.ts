import { onStored, readStored, writeStored } from '../storage/stored.ts';

const patterns: Record<AlertKind, number[]> = { found: [120, 80, 120], result: [200] };

/** Alerts through every channel enabled in this browser; none by default. */
export function alertUser(kind: AlertKind, text: string): void {
  if (readStored('sound')) playTone(kind);
  if (readStored('vibration')) navigator.vibrate?.(patterns[kind]);
  if (readStored('notifications') && document.hidden) void notify(text);
}

/** With a service worker only through it (Android), otherwise only directly. */
async function notify(text: string): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const worker = await navigator.serviceWorker?.getRegistration();
  const options = { tag: 'signal' };
  if (worker) await worker.showNotification(text, options);
  else new Notification(text, options);
}

let context: AudioContext | null = null;

export type AlertKind = 'found' | 'result';

/** Hertz, played in sequence; a win and a loss sound the same. */
const tones: Record<AlertKind, readonly number[]> = { found: [587, 784], result: [523] };
const toneS = 0.16;

/** Synthesised, so that no file is fetched. Silent in browsers that require a user gesture first. */
export function playTone(kind: AlertKind): void {
  const audio = allowTones();
  if (!audio) return;
  const from = audio.currentTime;
  for (const [index, hertz] of tones[kind].entries()) sound(audio, hertz, from + index * toneS);
}

/** Called in a user gesture, so that a later tone is not silent. Null: this browser has no sound. */
export function allowTones(): AudioContext | null {
  if (!('AudioContext' in globalThis)) return null;
  context ??= new AudioContext();
  void context.resume();
  return context;
}

function sound(audio: AudioContext, hertz: number, at: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.12, at + 0.02);
  gain.gain.linearRampToValueAtTime(0, at + toneS);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + toneS);
}

/** A tab that slept through the opening for longer than this stays silent. */
const lateMs = 600_000;

/** Announces the opening of the market once, in any open tab. Returns its cancel function. */
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
