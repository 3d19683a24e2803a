import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { BarLine } from '#contract/record/bars.ts';
import { durations } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';
import type { BarInput } from '#engine/bar-input.ts';
import { parseForecaster } from '#engine/forecast/parse-forecaster.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { createRecomputation as createEngineRecomputation } from '#engine/bar-forecasts.ts';
import { sha256 } from '#node/notes.ts';
import type { Leaf, MinuteLeaf } from '#record/leaf.ts';
import type { RecordModel } from '#record/lines.ts';
import { stateForecasts } from '#record/state-minute.ts';
import { createFindings } from '#record/verify/findings.ts';
import { ModelManifest } from '#server/modules/models/load-models.ts';
import { createChance } from '#tests/support/chance.ts';
import { createRecomputation } from './recompute-day.ts';

const day = '2026-03-03';
const midnight = Date.parse(day);
const pairs = ['AUDCAD', 'EURUSD', 'GBPUSD', 'USDJPY'];
const models = ['kurs_ai_v1', 'kurs_ai_v2'] as const;
const warmUp = 3 * 24 * 60;
const minutes = 20;
const hash = (text: string): string => Buffer.from(sha256(Buffer.from(text))).toString('hex');
const iso = (at: number): string => new Date(at).toISOString();

let leaves: Leaf[];
let lines: string[];
/** Model files by their SHA-256. */
const texts = new Map<string, string>();

/** What a server records and publishes of some minutes of the day, with the models of the product. */
beforeAll(() => {
  const folder = new URL('../../models/', import.meta.url);
  const manifest = ModelManifest.parse(JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')));
  const files = models.map((key) => manifest.models.find((one) => one.key === key)).filter((one) => one !== undefined);
  const forecasters: LocalForecaster[] = [];
  for (const { file, sha256: name } of files) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    texts.set(name, text);
    forecasters.push(parseForecaster(text, forecasters));
  }
  const names = forecasters.map(({ key, version }, i) => `${key} ${version} ${files[i]?.sha256}`);
  const chance = createChance(3);
  const prices = new Map(pairs.map((pair) => [pair, pair === 'USDJPY' ? 150 : 1.1]));
  const toBar = (pair: string, time: number) => {
    const open = prices.get(pair) ?? 1;
    const close = open * (1 + 0.0002 * (chance() - 0.5));
    prices.set(pair, close);
    return [time, open, Math.max(open, close) * 1.00005, Math.min(open, close) * 0.99995, close] as const;
  };
  const first = midnight - warmUp * minuteMs;
  const inputs: BarInput[] = [
    ['start', pairs, names],
    ...pairs.map(
      (pair): BarInput => ['fill', pair, Array.from({ length: warmUp }, (_, i) => toBar(pair, first + i * minuteMs))],
    ),
  ];
  const run = createEngineRecomputation(() => forecasters);
  leaves = [
    {
      kind: 'genesis',
      origin: 'o',
      feed: { kind: 'simulated', source: '1' },
      pairs,
      durations: [...durations],
      models: [...models],
      payout: 0.82,
      calendar: 'always',
      at: iso(midnight),
    },
    ...forecasters.map(
      ({ key, version }, i): Leaf => ({
        kind: 'version',
        model: key as never,
        id: `${version}.${i + 1}`,
        file: files[i]?.sha256 ?? '',
        calibration: null,
        at: iso(midnight),
      }),
    ),
  ];
  lines = [];
  for (let i = 0; i < minutes; i++) {
    const minute = midnight + i * minuteMs;
    const own: BarInput[] = [
      ...(i === 0 ? inputs : []),
      ...pairs.map((pair): BarInput => ['bar', pair, ...toBar(pair, minute), [1.2, 60, 1, -2, 3, 0.5]]),
      ['close', minute, []],
    ];
    const line = JSON.stringify({ minute: iso(minute), inputs: own as BarLine['inputs'] } satisfies BarLine);
    const [close] = run(own);
    const at = minute + minuteMs + 700;
    const request = { models: [...models] as RecordModel[], pairs, durations, minute, at, without: [] };
    const forecasts = stateForecasts(close?.forecasts ?? [], request);
    if (!forecasts) throw new Error('the models are not warm');
    lines.push(line);
    leaves.push({
      kind: 'minute',
      minute: iso(minute),
      at: iso(at),
      inputs: hash(line),
      versions: [1, 2],
      forecasts,
      without: [],
      nonce: '0'.repeat(32),
    });
  }
});

async function recompute(
  own: readonly Leaf[],
  published: readonly string[] | null,
  of = day,
  model = async (name: string) => texts.get(name) ?? null,
) {
  const printed: string[] = [];
  const findings = createFindings((line) => printed.push(line));
  const recomputation = createRecomputation(of);
  own.forEach((leaf, index) => recomputation.add(index, leaf));
  await recomputation.finish({ bars: async () => published && [...published], model }, findings);
  return { failures: findings.failures(), skipped: findings.countSkipped(), output: printed.join('\n') };
}

const changed = (index: number, change: (leaf: MinuteLeaf) => Partial<MinuteLeaf>): Leaf[] =>
  leaves.map((leaf, i) => (i === index && leaf.kind === 'minute' ? { ...leaf, ...change(leaf) } : leaf));

it('recomputes a day to the bit', async () => {
  const { failures, skipped, output } = await recompute(leaves, lines);
  expect(failures, output).toEqual([]);
  expect(skipped).toBe(0);
  expect(output).toMatch(new RegExp(`holds {2}${minutes} minutes with \\d{3,} forecasts`));
});

it.each<[string, (leaf: MinuteLeaf) => Partial<MinuteLeaf>]>([
  [
    'probability',
    ({ forecasts }) => ({
      forecasts: forecasts.map((line) =>
        line.replace(/(\d)( |$)/, (_, digit: string, end: string) => `${(Number(digit) + 1) % 10}${end}`),
      ),
    }),
  ],
  [
    'side',
    ({ forecasts }) => ({
      forecasts: forecasts.map((line) => line.replace(/([BS])(?=5\d\.)/, (letter) => (letter === 'B' ? 'S' : 'B'))),
    }),
  ],
  ['time', ({ at }) => ({ at: iso(Date.parse(at) + 20_000) })],
  ['hash of its bars', () => ({ inputs: 'e'.repeat(64) })],
])('names the leaf with another %s', async (_title, change) => {
  const { failures } = await recompute(changed(10, change), lines);
  expect(failures).toContainEqual(expect.objectContaining({ rule: 17, leaf: 10 }));
});

it.each([{ file: 'e'.repeat(64) }, { id: 'other.1' }])(
  'names the minutes whose version is stated as %j',
  async (change) => {
    const own = leaves.map((leaf, i) => (i === 1 ? ({ ...leaf, ...change } as Leaf) : leaf));
    expect((await recompute(own, lines)).failures).toContainEqual(expect.objectContaining({ rule: 17, leaf: 3 }));
  },
);

it('names a leaf whose bars were published otherwise, also if it names those bars', async () => {
  const other = lines.map((line, i) =>
    i === 5 ? line.replace(/(\d)\]/, (_, digit: string) => `${(Number(digit) + 1) % 10}]`) : line,
  );
  const unpublished = await recompute(leaves, other);
  expect(unpublished.failures).toContainEqual(expect.objectContaining({ rule: 17, leaf: 8 }));
  const moved = lines.map((line, i) =>
    i === 5 ? line.replace(/"bar","EURUSD",(\d+),[\d.]+/, '"bar","EURUSD",$1,1.2') : line,
  );
  const renamed = changed(8, () => ({ inputs: hash(moved[5] ?? '') }));
  expect((await recompute(renamed, moved)).failures.length).toBeGreaterThan(0);
});

it('runs no model file that is not the one whose hash the bars name', async () => {
  await expect(recompute(leaves, lines, day, async () => 'other')).rejects.toThrow(/has another hash/);
  await expect(recompute(leaves, lines, day, async () => null)).rejects.toThrow(/is not published/);
});

it('is not made without bars, or on a day without minutes', async () => {
  expect((await recompute(leaves, null)).skipped).toBe(1);
  expect((await recompute(leaves, lines, '2026-03-04')).skipped).toBe(1);
});
