import { shownPercent } from '#domain/statistics/shown-rate.ts';
import { type Language, percentSigns } from '#domain/language.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { alertMessages } from '#phrases/messages.ts';

/** Fills `{{name}}` in a phrase. */
export const interpolate = (phrase: string, params: Readonly<Record<string, string | number>>): string =>
  phrase.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** Dollars as on screen: cents only when not zero. */
export const toAmount = (dollars: number): string => (Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2));

/** A share from 0 to 1 as the pages write it: `54,9 %` with a no-break space, in English `54.9%`. */
export function percentText(share: number, language: Language): string {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${format.format(shownPercent(share * 100))}${percentSigns[language]}`;
}

/** From here on the waiting time is shown in minutes. */
const minutesFromS = 120;

/** `45 s` or `12 min`, formatted for the language; never shorter than the actual wait. */
export function waitingTime(seconds: number, language: Language): string {
  const inMinutes = seconds >= minutesFromS;
  const format = { style: 'unit', unit: inMinutes ? 'minute' : 'second', unitDisplay: 'short' } as const;
  return new Intl.NumberFormat(language, format).format(inMinutes ? Math.ceil(seconds / 60) : seconds);
}

/** The result of a signal in a message; of practice it says so. */
export function resultText(
  signal: { readonly result: Outcome; readonly hasEdge: boolean },
  language: Language,
): string {
  const { results, practice } = alertMessages[language];
  const result = results[signal.result];
  return signal.hasEdge ? result : interpolate(practice, { result });
}
