import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listCharacters, ranges } from './write-fonts.ts';

const listAll = (kind: 'published' | 'own'): Set<string> =>
  new Set(Object.values(ranges).flatMap((range) => Array.from(listCharacters(range[kind]))));

it('reads a unicode-range', () => {
  expect(listCharacters('U+0041-0043, U+00A0, U+2116')).toBe('ABC\u00a0№');
});

it('the small files have each letter of our own texts: no page fetches a whole font or shows another', () => {
  const cut = listAll('own');
  const whole = listAll('published');
  const files = ['src/phrases', 'src/content', 'src/web', 'brand'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|md|json)$/.test(file) && !/\.test\./.test(file))
      .map((file) => join(folder, file)),
  );
  const written = new Set(files.flatMap((file) => Array.from(readFileSync(file, 'utf8').replaceAll('\n', ''))));
  expect(written.size).toBeGreaterThan(150);
  expect(
    [...written].filter((character) => (whole.has(character) || /\p{L}/u.test(character)) && !cut.has(character)),
  ).toEqual([]);
});
