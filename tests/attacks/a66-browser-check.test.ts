import { afterEach, describe, expect, it, vi } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import type { Leaf, LeafKind } from '#record/leaf.ts';
import { type Checked, checkRecord, type RecordTask } from '#web/record/check-record.ts';
import { createHonestLeaves } from '#tests/support/record/honest-record.ts';
import { publishRecord } from '#tests/support/record/published-record.ts';
import { serveRecord } from '#tests/support/record/serve-record.ts';

vi.setConfig({ testTimeout: 30_000 });

const from = Date.parse('2026-03-02T09:00:00.000Z');
const minutes = 100;
const now = from + minutes * minuteMs;
const honest = (): Leaf[] => createHonestLeaves({ from, minutes, signals: 2 });

let close = async (): Promise<void> => undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await close();
});

type Published = ReturnType<typeof publishRecord>;

/** Serves these leaves as signed, `show` what is served in place of them. */
async function serve(leaves: readonly Leaf[], show: (published: Published) => void = () => undefined): Promise<void> {
  const published = publishRecord(leaves, { now });
  show(published);
  const { address, close: stop } = await serveRecord(published.source);
  close = stop;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, request: RequestInit) => fetch(address + path, request));
}

const check = async <Kind extends RecordTask['kind']>(task: RecordTask & { kind: Kind }) =>
  (await checkRecord(task, () => undefined)) as Checked<Kind>;
const checkDay = () => check({ kind: 'day', now });
const checkEntry = (index: number) => check({ kind: 'entry', index, now });
const rules = ({ failures }: { failures: readonly { rule: number }[] }): number[] => failures.map(({ rule }) => rule);

/** The first of this kind near the middle, where every leaf is open and has its outcome. */
const findLeaf = (leaves: readonly Leaf[], kind: LeafKind, after = leaves.length / 3): number =>
  leaves.findIndex((leaf, index) => leaf.kind === kind && index > after);

function changed(kind: LeafKind, change: object | ((leaf: Leaf) => object)): [Leaf[], number] {
  const leaves = honest();
  const index = findLeaf(leaves, kind);
  const leaf = leaves[index] as Leaf;
  return [leaves.with(index, { ...leaf, ...(typeof change === 'function' ? change(leaf) : change) } as Leaf), index];
}

describe('A66: the check of the page', () => {
  it('finds nothing wrong in an honest record: its day, its list, and each kind of entry', async () => {
    const leaves = honest();
    await serve(leaves);
    expect(await checkDay()).toMatchObject({
      failures: [],
      found: { leaves: leaves.length, minutes: 89, uncovered: 0 },
    });
    const { found, failures } = await check({ kind: 'list', before: null, now });
    const signals = found?.signals ?? [];
    expect([failures, signals.length, signals.every(({ signal }) => signal !== null)]).toEqual([[], 20, false]);
    expect((await check({ kind: 'versions', now })).found?.versions).toHaveLength(2);
    for (const kind of ['version', 'minute', 'answer', 'signal', 'outcome', 'void'] as const) {
      const entry = await checkEntry(findLeaf(leaves, kind));
      expect([kind, entry.failures, entry.found?.shown.leaf?.kind]).toEqual([kind, [], kind]);
    }
    for (const index of [0, 255, 256, leaves.length - 1]) expect((await checkEntry(index)).failures).toEqual([]);
  });

  it.each([
    ['a signal that is not what was forecast', 8, changed('signal', { probability: 77.77 })],
    ['an entry price outside its five seconds', 11, changed('outcome', (leaf) => ({ prices: bendPrices(leaf) }))],
    [
      'a minute that leaves a model out',
      6,
      changed('minute', (leaf) => ({ forecasts: firstLine(leaf), versions: [1] })),
    ],
    ['a second answer to one question', 9, changed('answer', { probability: 99 })],
    [
      'a version that stood there before',
      7,
      changed('version', (leaf) => ({ ...leaf, id: '1.00000000', calibration: late })),
    ],
  ])('names %s, in the day and on its own page', async (_what, rule, [leaves, index]) => {
    await serve(leaves);
    expect(rules(await checkDay())).toContain(rule);
    expect(rules(await checkEntry(index))).toContain(rule);
  });

  it('names a signal whose outcome is left out', async () => {
    const leaves = honest();
    const signal = findLeaf(leaves, 'signal');
    const outcome = leaves.findIndex((leaf) => leaf.kind === 'outcome' && leaf.of === signal);
    // A second outcome of another leaf stands in its place.
    await serve(leaves.with(outcome, { ...(leaves[outcome] as Leaf), of: signal - 1 } as Leaf));
    expect(rules(await checkDay())).toContain(10);
    expect((await checkEntry(signal)).failures).toContainEqual(expect.objectContaining({ rule: 10, leaf: signal }));
  });

  it('names an entry that is shown with another text than was signed, in the day, the list and on its page', async () => {
    const leaves = honest();
    let index = -1;
    await serve(leaves, ({ shown }) => {
      index = shown.findLastIndex((text) => text?.includes('"kind":"signal"'));
      shown[index] = shown[index]?.replace('"nonce":"', '"nonce":"0') ?? null;
    });
    for (const checked of [
      await checkDay(),
      await checkEntry(index),
      await check({ kind: 'list', before: index + 1, now }),
    ])
      expect(checked.failures).toContainEqual(expect.objectContaining({ rule: 1, leaf: index }));
  });

  it('names a checkpoint that another key signed', async () => {
    const leaves = honest();
    await serve(leaves, (published) => {
      const { start } = published.source;
      published.source.start = async () => ({ ...(await start()), key: 'kurs.test/record+00000000+AA==' });
    });
    expect(rules(await checkDay())).toContain(2);
    expect(rules(await checkEntry(5))).toContain(2);
  });
});

const late = { from: '2026-03-02T09:00:00.000Z', to: '2026-03-03T09:00:00.000Z', decisions: 5, factors: [] };
const firstLine = (leaf: Leaf): string[] => (leaf.kind === 'minute' ? leaf.forecasts.slice(0, 1) : []);
const bendPrices = (leaf: Leaf): string[] =>
  leaf.kind === 'outcome' ? leaf.prices.map((line) => line.replace(/@\d+/, '@9999')) : [];
