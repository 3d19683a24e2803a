import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';
import { expect, it } from 'vitest';
import { listCharacters } from './write-fonts.ts';

/** Characters by whether their face is a subset of the published file. */
function declared(isCut: boolean): Set<string> {
  const characters = new Set<string>();
  postcss.parse(readFileSync('src/web/styles/fonts.css', 'utf8')).walkAtRules('font-face', (face) => {
    const text = face.toString();
    if (!text.includes('unicode-range') || text.includes('build/fonts/') !== isCut) return;
    face.walkDecls('unicode-range', ({ value }) => {
      for (const character of listCharacters(value)) characters.add(character);
    });
  });
  return characters;
}

it('reads a unicode-range', () => {
  expect(listCharacters('U+0041-0043, U+00A0, U+2116')).toBe('ABC\u00a0№');
});

it('the small files cover all of our own texts: no page fetches a whole font', () => {
  const cut = declared(true);
  const whole = declared(false);
  const files = ['src/phrases', 'src/content', 'src/web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .map((file) => join(folder, file)),
  );
  const written = new Set(files.flatMap((file) => Array.from(readFileSync(file, 'utf8').replaceAll('\n', ''))));
  expect(written.size).toBeGreaterThan(150);
  expect([...written].filter((character) => whole.has(character) && !cut.has(character))).toEqual([]);
});
