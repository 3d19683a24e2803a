import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { tilePath, tileWidth, widthInTree } from '#record/tile.ts';
import { merkleHash } from '#tests/support/record/log-tiles.ts';
import {
  Contradiction,
  edgeTiles,
  firstDifference,
  type HashTile,
  openSignedTiles,
  type TileSource,
} from './signed-tiles.ts';

const createLeaf = (text: string): Buffer => createHash('sha256').update(text).digest();
const size = 70_000;
const leaves = Array.from({ length: size }, (_, i) => createLeaf(`leaf ${i}`));

/** The hashes of each level, leaves first, and the root. */
function createTree(all: readonly Buffer[]) {
  const levels: (readonly Buffer[])[] = [all];
  for (let below = all; below.length >= tileWidth; below = levels.at(-1) ?? [])
    levels.push(
      Array.from({ length: Math.floor(below.length / tileWidth) }, (_, i) =>
        merkleHash(below.slice(i * tileWidth, (i + 1) * tileWidth)),
      ),
    );
  return { levels, root: merkleHash(all) };
}

const tree = createTree(leaves);

/** `forged`: the path of a tile whose last hash is another one. */
function getSource({ levels, root }: ReturnType<typeof createTree>, forged: string | null = null) {
  const read: string[] = [];
  const source: TileSource = {
    name: 'the log',
    checkpoint: async () => '',
    entries: async () => [],
    hashes: async (tile: HashTile) => {
      read.push(tilePath(tile));
      const found = levels[tile.level]?.slice(tile.n * tileWidth, tile.n * tileWidth + tile.width) ?? [];
      return tilePath(tile) === forged ? found.with(-1, createLeaf('forged')) : found;
    },
  };
  return { source, read, head: { size: levels[0]?.length ?? 0, root } };
}

it('a tree of 70,000 leaves ends in the partial tiles that C2SP tlog-tiles lists for it', () => {
  expect(edgeTiles(size)).toEqual([
    { level: 0, n: 273, width: 112 },
    { level: 1, n: 1, width: 17 },
    { level: 2, n: 0, width: 1 },
  ]);
  expect([edgeTiles(0), edgeTiles(256), edgeTiles(255)]).toEqual([
    [],
    [{ level: 1, n: 0, width: 1 }],
    [{ level: 0, n: 0, width: 255 }],
  ]);
});

it('reads every leaf of a tree of three levels', async () => {
  const { source, head } = getSource(tree);
  const tiles = await openSignedTiles(source, head);
  const found: Buffer[] = [];
  for (let n = 0; widthInTree(0, n, size) > 0; n++) found.push(...(await tiles.hashes(0, n)));
  expect(Buffer.concat(found)).toEqual(Buffer.concat(leaves));
});

it.each(['tile/0/000', 'tile/0/272', 'tile/0/273.p/112', 'tile/1/000', 'tile/1/001.p/17', 'tile/2/000.p/1'])(
  'a forged %s is a contradiction',
  async (path) => {
    const { source, head } = getSource(tree, path);
    const readAll = async (): Promise<void> => {
      const tiles = await openSignedTiles(source, head);
      for (let n = 0; widthInTree(0, n, size) > 0; n++) await tiles.hashes(0, n);
    };
    await expect(readAll()).rejects.toThrow(Contradiction);
  },
);

it('finds the first leaf that two trees do not share, from the top down', async () => {
  const whole = getSource(tree);
  for (const [first, length] of [
    [0, size],
    [255, 300],
    [65_535, size],
    [65_536, 66_000],
    [69_999, size],
    [69_888, size],
  ] as const) {
    const other = getSource(
      createTree(leaves.slice(0, length).with(first, createLeaf('another')).with(-1, createLeaf('another'))),
    );
    const trees = [await openSignedTiles(whole.source, whole.head), await openSignedTiles(other.source, other.head)];
    const [one, two] = trees;
    if (!one || !two) throw new Error('no trees');
    expect(await firstDifference(one, two)).toBe(first);
    expect(await firstDifference(two, one)).toBe(first);
    expect(other.read.length).toBeLessThan(12);
  }
  const beginning = getSource(createTree(leaves.slice(0, 65_700)));
  expect(
    await firstDifference(
      await openSignedTiles(whole.source, whole.head),
      await openSignedTiles(beginning.source, beginning.head),
    ),
  ).toBeNull();
});
