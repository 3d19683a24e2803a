import type { Formats } from '#web/language/formats.ts';

/** `42.2–64.0 %`: shares from 0 to 1, with a single percent sign. */
export const percentRange = (f: Formats, { low, high }: { readonly low: number; readonly high: number }): string =>
  `${f.percent(low, 1).replace(/\s?%$/, '')}–${f.percent(high, 1)}`;
