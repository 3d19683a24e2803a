import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postcss, { type AtRule } from 'postcss';
import subsetFont from 'subset-font';
import { z } from 'zod';

const styles = 'src/web/styles/fonts.css';

/**
 * Writes the font files named in the styles to build/fonts: from the family's file (a variable font
 * of the same name) exactly the characters and weights that its `@font-face` declares.
 */
export async function writeFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const faces: AtRule[] = [];
  postcss.parse(await readFile(styles, 'utf8')).walkAtRules('font-face', (face) => void faces.push(face));
  await Promise.all(faces.map((face) => writeFont(face, folder)));
}

async function writeFont(face: AtRule, folder: string): Promise<void> {
  const file = /build\/fonts\/([^"]+)"/.exec(getValue(face, 'src'))?.[1];
  if (!file) return;
  const [min = 400, max = min] = getValue(face, 'font-weight').split(' ').map(Number);
  const family = /^(.+)-(?:latin|cyrillic)-wght-/.exec(file)?.[1];
  const whole = import.meta.resolve(`@fontsource-variable/${family}/files/${file}`);
  const subset = await subsetFont(
    await readFile(fileURLToPath(whole)),
    listCharacters(getValue(face, 'unicode-range')),
    {
      targetFormat: 'woff2',
      variationAxes: { wght: { min, max } },
    },
  );
  await writeFile(join(folder, file), subset);
}

function getValue(face: AtRule, name: string): string {
  let value = '';
  face.walkDecls(name, (declaration) => void (value = declaration.value));
  return value;
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
    const text = await readFile(fileURLToPath(import.meta.resolve(`${font}/LICENSE`)), 'utf8');
    await appendFile(file, `\n## ${font.slice(scope.length)}, a font, cut to the letters of this site\n\n${text}`);
  }
}
