import type { Language } from '#domain/language.ts';
import type { ranges } from './write-fonts.ts';

/** The fields of Vite's manifest that are read here: https://vite.dev/guide/backend-integration */
export type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>;

/** The distinct scripts that a browser needs before it can run these sources. */
export function findScripts(manifest: Manifest, sources: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (source: string): void => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${source} is not in the build`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const source of sources) add(source);
  return [...found];
}

/** The letters of each language, as the font files are named. */
const letters: Readonly<Record<Language, readonly (keyof typeof ranges)[]>> = {
  uk: ['cyrillic', 'latin'],
  en: ['latin'],
  ru: ['cyrillic', 'latin'],
};

/** The fonts used in the first view of a page. */
export function findFonts(manifest: Manifest, lang: Language): string[] {
  const names = letters[lang].flatMap((script) => [`geologica-${script}`, `onest-${script}`]);
  return names.map((name) => {
    const font = manifest[`build/fonts/${name}-wght-normal.woff2`];
    if (!font) throw new Error(`the font ${name} is not in the build`);
    return `/${font.file}`;
  });
}
