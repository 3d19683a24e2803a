import type { Page } from '@playwright/test';
import { languages, type Language } from '#domain/language.ts';
import { loadPhrases, phrasesIn, type Phrases } from '#web/language/phrase-book.ts';

export interface View {
  readonly name: string;
  readonly lang: Language;
  readonly width: 390 | 1440;
}

/** What a newcomer meets in the first hour is tested in every language at both widths. */
export const views: readonly View[] = languages.flatMap((lang) =>
  ([390, 1440] as const).map((width) => ({ name: `${lang} at ${width} px`, lang, width })),
);

/** Sets the window, and returns the texts to expect in it. */
export async function openView(page: Page, { lang, width }: View): Promise<Phrases> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await loadPhrases(lang);
  return phrasesIn(lang);
}
