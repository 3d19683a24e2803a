import { expect, test } from 'vitest';
import { parseLevel, parseTilePath, subtreesOfTile, tilePath, widthInTree } from './tile.ts';

test.each([
  [{ level: 0, n: 0, width: 256 }, 'tile/0/000'],
  [{ level: 1, n: 999, width: 5 }, 'tile/1/999.p/5'],
  [{ level: 0, n: 1000, width: 256 }, 'tile/0/x001/000'],
  // The example of C2SP tlog-tiles.
  [{ level: 0, n: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
  [{ level: 'entries', n: 1_234_067, width: 255 }, 'tile/entries/x001/x234/067.p/255'],
] as const)('the path of %j is %s, and is read back', (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(parseTilePath(path.slice(`tile/${tile.level}/`.length))).toEqual({ n: tile.n, width: tile.width });
});

test.each([
  ['', 'N'],
  ['0', 'N'],
  ['0000', 'N'],
  ['x000/005', 'N'],
  ['001/005', 'N'],
  ['x001/x005', 'N'],
  ['-01', 'N'],
  ['x999/x999/x999/x999/x999/999', 'N'],
  ['000.p', 'N'],
  ['000.p/', 'W'],
  ['000.p/0', 'W'],
  ['000.p/05', 'W'],
  ['000.p/256', 'W'],
  ['000.p/1.p/1', 'W'],
])('the place %j is malformed in %s', (text, field) => {
  expect(parseTilePath(text)).toBe(field);
});

test('a level is a number from 0 to 63 without leading zeroes', () => {
  expect(['0', '9', '63'].map(parseLevel)).toEqual([0, 9, 63]);
  expect(['64', '00', '01', '-1', '1.0', '', 'entries'].map(parseLevel)).toEqual(Array(7).fill(null));
});

test('a tree of 70,000 leaves has the tiles that C2SP tlog-tiles lists for it', () => {
  expect(widthInTree(0, 272, 70_000)).toBe(256);
  expect(widthInTree(0, 273, 70_000)).toBe(112);
  expect(widthInTree(0, 274, 70_000)).toBe(0);
  expect(widthInTree(1, 0, 70_000)).toBe(256);
  expect(widthInTree(1, 1, 70_000)).toBe(17);
  expect(widthInTree(2, 0, 70_000)).toBe(1);
  expect(widthInTree(3, 0, 70_000)).toBe(0);
  expect(widthInTree(1, 0, 256)).toBe(1);
  expect(widthInTree(63, 0, Number.MAX_SAFE_INTEGER)).toBe(0);
});

test('a tile of level 1 consists of the roots of 256 leaves each', () => {
  expect(subtreesOfTile(1, { n: 2, width: 2 })).toEqual([
    { level: 8, position: 512 },
    { level: 8, position: 513 },
  ]);
});
