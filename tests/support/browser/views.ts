import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { languages, type Language } from '#domain/language.ts';
import { brandFolder, readBrand } from '#server/config/brand.ts';
import type { Namespace } from '#web/language/phrase-key.ts';
import { toPhrases, type Phrases } from '#web/language/render-phrase.ts';
import { isFullRun } from '../full-run.ts';

export const { brand } = readBrand(brandFolder());

export interface View {
  readonly name: string;
  readonly lang: Language;
  readonly width: 390 | 1440;
}

const getView = (lang: Language, width: View['width']): View => ({ name: `${lang} at ${width} px`, lang, width });

/**
 * One view of each journey, a phone's: the other journeys are in wide windows, every-screen combines
 * all languages, widths and schemes, and a full run repeats each journey in all six views.
 */
export const views: readonly View[] = isFullRun
  ? languages.flatMap((lang) => [getView(lang, 390), getView(lang, 1440)])
  : [getView('uk', 390)];

/** Where a state is checked in one language; in a full run, and for pictures, in all of them. */
export const checkedLanguages = (lang: Language): readonly Language[] =>
  isFullRun || process.env['SCREENS_TO'] ? languages : [lang];

/** Sets the window, and returns the texts to expect in it. */
export async function openView(page: Page, { lang, width }: View): Promise<Phrases> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  const names = readdirSync('src/phrases', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const words = await Promise.all(names.map(async ({ name }) => [name, await readWords(name, lang)] as const));
  const byName = Object.fromEntries(words) as Record<Namespace, object>;
  return toPhrases(lang, brand.name, (name) => byName[name]);
}

/** From the file itself: the product's `import.meta.glob` exists only in what Vite builds. */
async function readWords(name: string, lang: Language): Promise<object> {
  const file = (await import(`#phrases/${name}/${lang}.ts`)) as { readonly phrases: object };
  return file.phrases;
}
