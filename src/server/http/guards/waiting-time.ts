import type { Language } from '#domain/language.ts';

/** From here on the waiting time is shown in minutes. */
const minutesFromS = 120;

/** `45 s` or `12 min`, formatted for the language; never shorter than the actual wait. */
export function waitingTime(seconds: number, language: Language): string {
  const inMinutes = seconds >= minutesFromS;
  const format = { style: 'unit', unit: inMinutes ? 'minute' : 'second', unitDisplay: 'short' } as const;
  return new Intl.NumberFormat(language, format).format(inMinutes ? Math.ceil(seconds / 60) : seconds);
}
