import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { z } from 'zod';

const families = [
  { name: 'Geologica', font: 'geologica', min: 400, max: 700, scripts: ['cyrillic', 'latin'] },
  { name: 'Onest', font: 'onest', min: 400, max: 700, scripts: ['cyrillic', 'latin'] },
  { name: 'JetBrains Mono', font: 'jetbrains-mono', min: 400, max: 600, scripts: ['latin'] },
] as const;

/** The `unicode-range` of the published files, and of what our own texts are written in. */
export const ranges = {
  cyrillic: {
    published: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
    own: 'U+0301, U+0401, U+0404, U+0406-0407, U+0410-044F, U+0451, U+0454, U+0456-0457, U+0490-0491, U+2116',
  },
  latin: {
    published:
      'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215',
    own: 'U+0020-007E, U+00A0, U+00A9, U+00AB, U+00B1, U+00B7, U+00BB, U+00D7, U+2009, U+2011, U+2013-2014, U+2016, U+2018-2019, U+201C-201E, U+2022, U+2026, U+202F, U+20AC, U+2191, U+2193, U+2212',
  },
} as const;

/**
 * Writes the fonts and their style sheet. A browser fetches only what a page needs: of each family
 * the files as they are published, for a name or a note in other letters; then, which takes
 * precedence, the characters and weights of our own texts, cut out of them.
 */
export async function writeFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const faces = families.flatMap(({ name, font, min, max, scripts }) =>
    scripts.map(async (script) => {
      const file = `${font}-${script}-wght-normal.woff2`;
      const published = `@fontsource-variable/${font}/files/${file}`;
      const whole = await readFile(createRequire(import.meta.url).resolve(published));
      const variationAxes = { wght: { min, max } };
      const own = listCharacters(ranges[script].own);
      await writeFile(join(folder, file), await subsetFont(whole, own, { targetFormat: 'woff2', variationAxes }));
      const toFace = (url: string, range: string): string =>
        `@font-face{font-family:"${name} Variable";src:url("${url}") format("woff2");font-weight:${min} ${max};font-display:swap;unicode-range:${range}}\n`;
      return toFace(published, ranges[script].published) + toFace(`./${file}`, ranges[script].own);
    }),
  );
  await writeFile(join(folder, 'fonts.css'), (await Promise.all(faces)).join(''));
}

/** Every character of a `unicode-range`: "U+0020-007E, U+00A0". */
export function listCharacters(range: string): string {
  const characters = range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .trim()
      .replace(/^U\+/i, '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
  });
  return characters.join('');
}

const Names = z.record(z.string(), z.string()).optional();
const Manifest = z.object({ dependencies: Names, devDependencies: Names });

const scope = '@fontsource-variable/';

/** The fonts' licence must accompany each copy; the bundler lists the licences of scripts only. */
export async function addFontLicences(file: string): Promise<void> {
  const { dependencies, devDependencies } = Manifest.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const fonts = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith(scope));
  for (const font of fonts) {
    const text = await readFile(createRequire(import.meta.url).resolve(`${font}/LICENSE`), 'utf8');
    await appendFile(file, `\n## ${font.slice(scope.length)}, a font, cut to the letters of this site\n\n${text}`);
  }
}
