import type { Language } from '#domain/language.ts';

const noBreakSpace = '\u00a0';

/**
 * A share from 0 to 1 as the pages write it: `54,9 %` with a no-break space in Ukrainian and
 * Russian, `54.9%` in English. Up to one decimal.
 */
export function percentText(share: number, language: Language, leastDecimals: 0 | 1 = 0): string {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: leastDecimals, maximumFractionDigits: 1 });
  return `${format.format(share * 100)}${language === 'en' ? '' : noBreakSpace}%`;
}
