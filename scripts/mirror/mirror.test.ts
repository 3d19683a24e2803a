import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { toBundle, toTile } from '#tests/support/record/log-tiles.ts';
import { computeHash, simulateLog } from '#tests/support/record/simulated-log.ts';
import {
  createTestMirror,
  Killed,
  logEnd,
  logFrom,
  logMinutes,
  type TestMirror,
} from '#tests/support/record/test-mirror.ts';
import { canonicalLeaf } from '#record/leaf.ts';
import { Contradiction } from './tile-source.ts';

vi.setConfig({ testTimeout: 60_000 });

const log = simulateLog({ from: logFrom, minutes: logMinutes, signals: 150 });
/** The same log up to leaf 500, and another one from there on. */
const forked = [
  ...log.slice(0, 500),
  ...log.slice(500).map((entry) => ({ ...entry, leaf: { ...entry.leaf, nonce: '0'.repeat(32) } })),
];
const hashes = log.map(({ leaf }) => Buffer.from(computeHash(leaf), 'hex'));
const first = log.slice(0, 700);

let one: TestMirror;
beforeEach(async () => {
  one = await createTestMirror(first);
});
afterEach(() => one.close());

describe('a mirror', () => {
  it('is a copy of the tree and its entries, laid out as C2SP tlog-tiles', async () => {
    await one.mirror();
    const files = await one.files();
    expect([...files.keys()].toSorted()).toEqual([
      'checkpoint',
      'keys.json',
      'tile/0/000',
      'tile/0/001',
      'tile/0/002.p/188',
      'tile/1/000.p/2',
      'tile/entries/000',
      'tile/entries/001',
      'tile/entries/002.p/188',
    ]);
    expect(files.get('tile/0/001')).toEqual(toTile(hashes, 0, 1, 256));
    expect(files.get('tile/1/000.p/2')).toEqual(toTile(hashes, 1, 0, 2));
    expect(files.get('tile/entries/002.p/188')).toEqual(
      toBundle(log.slice(512, 700).map(({ leaf }) => canonicalLeaf(leaf))),
    );
    expect(one.printed).toEqual(['700 leaves are mirrored, 700 of them open']);
  });

  it('of a record without leaves has only its checkpoint', async () => {
    one.show([]);
    await one.mirror();
    expect([...(await one.files()).keys()].toSorted()).toEqual(['checkpoint', 'keys.json']);
    expect(await one.verify()).toMatchObject({ failures: 0 });
    one.show(first);
    await one.mirror();
    expect(await one.verify()).toMatchObject({ failures: 0 });
  });

  it('grows with the record, and keeps partial tiles until they are full', async () => {
    await one.mirror();
    one.show(log.slice(0, 760));
    await one.mirror();
    expect([...(await one.files()).keys()].filter((path) => path.includes('002'))).toEqual([
      'tile/0/002.p/188',
      'tile/0/002.p/248',
      'tile/entries/002.p/248',
    ]);
    one.show(log);
    await one.mirror();
    const files = await one.files();
    expect([...files.keys()].filter((path) => path.includes('002'))).toEqual(['tile/0/002', 'tile/entries/002']);
    expect(await one.verify()).toMatchObject({ failures: 0 });
  });

  it('follows the entries as they open', async () => {
    one.show(first, { now: logFrom + 20 * minuteMs });
    await one.mirror();
    one.show(first, { now: logFrom + 60 * minuteMs });
    await one.mirror();
    expect(await one.verify()).toMatchObject({ failures: 0, output: expect.stringContaining('has hashes only') });
    one.show(first, { now: logEnd });
    await one.mirror();
    expect(await one.verify()).toMatchObject({ failures: 0, output: expect.not.stringContaining('has hashes only') });
    expect(one.printed).toMatchObject([
      expect.stringMatching(/^700 leaves are mirrored, [1-9]\d? of them open$/),
      expect.stringMatching(/^700 leaves are mirrored, [1-9]\d\d of them open$/),
      '700 leaves are mirrored, 700 of them open',
    ]);
  });

  it('keeps cosignatures as they are, and does not lose them to an answer without', async () => {
    const cosignature = '— witness.example/w1 AAAAAAAA\n';
    one.show(first, {
      change: (path, answer) =>
        path.endsWith('/checkpoint') ? { ...answer, body: `${answer.body}${cosignature}` } : answer,
    });
    await one.mirror();
    one.show(first);
    await one.mirror();
    expect((await one.files()).get('checkpoint')?.toString()).toContain(cosignature);
  });

  it.each([
    ['from the start', [], 13],
    ['while it grows', first, 8],
  ])('continues from any write at which it is killed, %s', async (_when, stored, writes) => {
    // The first and the last write, and every third between them; a full run takes all.
    const kills = Array.from({ length: writes + 1 }, (_, at) => at);
    for (const killAt of kills.filter((at) => isFullRun || at % 3 === 0 || at >= writes - 1)) {
      await one.clear();
      one.show(stored);
      if (stored.length > 0) await one.mirror();
      one.show(log);
      const isKilled = await one.mirror(killAt).then(
        () => false,
        (error: unknown) => error instanceof Killed,
      );
      expect(isKilled).toBe(killAt < writes);
      if ((await one.files()).has('checkpoint')) expect(await one.verify()).toMatchObject({ failures: 0 });
      await one.mirror();
      const { failures, output } = await one.verify();
      expect([failures, output]).toEqual([0, expect.stringContaining(`the tiles of all ${log.length} leaves`)]);
      expect(output).not.toContain('has hashes only');
    }
  });
});

describe('a mirror stops and stays as it is', () => {
  /** What it says, and that nothing but the evidence was written. */
  async function expectStop(sentence: RegExp): Promise<void> {
    const before = await filesOfMirror();
    const stopped = await one.mirror().catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(Contradiction);
    expect(String(stopped)).toMatch(sentence);
    expect(await filesOfMirror()).toEqual(before);
    const evidence = [...(await one.files())].filter(([path]) => path.startsWith('contradiction/'));
    expect(evidence.map(([, note]) => note)).toContainEqual(before.get('checkpoint'));
    expect(evidence.length).toBeGreaterThan(0);
  }
  const filesOfMirror = async () =>
    new Map([...(await one.files())].filter(([path]) => !path.startsWith('contradiction/')));

  it('when the record forks, at a larger and at the same size, and names the leaf', async () => {
    await one.mirror();
    for (const size of [700, 760, forked.length]) {
      one.show(forked.slice(0, size));
      await expectStop(/two histories: leaf 500 of the record/);
    }
    const evidence = [...(await one.files()).keys()].filter((path) => path.startsWith('contradiction/700-'));
    expect(evidence).toHaveLength(2);
  });

  it('when the record shrinks', async () => {
    await one.mirror();
    one.show(log.slice(0, 300));
    await expectStop(/the record shrank from 700 to 300 leaves/);
  });

  it('when another key signs the record', async () => {
    await one.mirror();
    one.show(log, { key: generateKeyPairSync('ed25519').privateKey });
    await expectStop(/the record is signed by .* did not name/s);
  });

  it.each([
    ['tile/0/002', /tile\/0\/002 of .* is not that of the signed tree/],
    ['tile/0/004.p/', /do not lead to the signed root/],
    ['tile/1/000.p/', /do not lead to the signed root/],
  ])('when %s is not that of the signed tree', async (tile, sentence) => {
    await one.mirror();
    one.show(log, {
      change: (path, answer) => (path.includes(tile) ? { ...answer, bytes: flipped(answer.bytes) } : answer),
    });
    await expectStop(sentence);
  });

  it('when a checkpoint is not signed', async () => {
    await one.mirror();
    one.show(log, {
      change: (path, answer) =>
        path.endsWith('/checkpoint') ? { ...answer, body: answer.body.replace(/\n\d+\n/, '\n699\n') } : answer,
    });
    await expectStop(/the checkpoint is not signed by/);
  });

  it('when an entry does not match its hash', async () => {
    one.show(first, {
      change: (path, answer) =>
        path.endsWith('/tile/entries/001')
          ? {
              ...answer,
              bytes: Buffer.from((answer.bytes?.toString('latin1') ?? '').replace('"EURUSD"', '"GBPUSD"'), 'latin1'),
            }
          : answer,
    });
    await expect(one.mirror()).rejects.toThrow(/leaf \d+ of .* does not match its hash in the signed tree/);
    expect((await one.files()).has('tile/entries/001')).toBe(false);
  });
});

describe('a server that withholds', () => {
  it('a tile of what it signed is an error that names it, and nothing is stored', async () => {
    one.show(first, {
      change: (path, answer) => (path.endsWith('/tile/0/001') ? { status: 404, body: '{}' } : answer),
    });
    await expect(one.mirror()).rejects.toThrow(/answers 404 to tile\/0\/001/);
    expect((await one.files()).has('checkpoint')).toBe(false);
  });

  it('is tried again in the next round', async () => {
    one.show(first, { change: () => ({ status: 503, body: '{}' }) });
    let pauses = 0;
    const stop = new Error('stop');
    const polling = one.poll(async () => {
      if (pauses++ > 0) throw stop;
      one.show(first);
    });
    await expect(polling).rejects.toThrow(stop);
    expect(one.printed).toEqual([expect.stringMatching(/answers 503/), '700 leaves are mirrored, 700 of them open']);
  });
});

function flipped(tile: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.from(tile.map((byte, i) => (i === 40 ? byte ^ 1 : byte)));
}
