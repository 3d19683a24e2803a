let context: AudioContext | null = null;

export type AlertKind = 'found' | 'result';

/** Hertz, played in sequence; a win and a loss sound the same. */
const tones: Record<AlertKind, readonly number[]> = { found: [587, 784], result: [523] };
const toneS = 0.16;

/**
 * A short synthesised tone, so no file is fetched. Silent where the browser requires a user gesture
 * first.
 */
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
