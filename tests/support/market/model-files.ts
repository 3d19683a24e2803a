import type { Duration } from '#domain/market/duration.ts';
import { pairFeatureInfos } from '#engine/features/feature-stream.ts';
import { strengthInfos } from '#engine/features/market-features.ts';
import type { LogisticFile } from '#engine/forecast/scorer/logistic-scorer.ts';
import type { DurationHead } from '#engine/forecast/model-file.ts';
import type { StackFile } from '#engine/forecast/scorer/stack-scorer.ts';
import type { StoredTree } from '#engine/forecast/scorer/tree-ensemble.ts';
import type { TreeFile } from '#engine/forecast/scorer/tree-scorer.ts';
import type { VoteFile } from '#engine/forecast/scorer/vote-scorer.ts';

const curve = { slope: 1.2, bend: -0.3, limit: 1.5 };
const thresholds = { 100: 50, 50: 51, 20: 53, 10: 55, 5: 57, 1: 60 };
const experience = [
  { from: 50, count: 9_000, won: 4_600 },
  { from: 55, count: 1_000, won: 570 },
];
const everywhere = <T>(value: T) => ({ day: value, evening: value, rollover: value });

const aHead = (): DurationHead => ({
  calibration: everywhere(curve),
  thresholds,
  sessionThresholds: everywhere(thresholds),
  experience: everywhere(experience),
});

const byDuration = <T>(of: (duration: Duration) => T): Record<Duration, T> => ({
  2: of(2),
  3: of(3),
  5: of(5),
  7: of(7),
  10: of(10),
});

const toNames = (infos: readonly { readonly name: string }[]): string[] => infos.map(({ name }) => name);
const pairNames = toNames(pairFeatureInfos);
const mirroredNames = toNames(pairFeatureInfos.filter(({ mirrored }) => mirrored));

/** A small logistic model that slightly fades every move. */
export const aLogisticFile = (): LogisticFile => ({
  format: 1,
  kind: 'logistic',
  key: 'kurs_ai_v1',
  version: 'test.1',
  features: pairNames,
  terms: mirroredNames.map((feature, i) => ({
    feature,
    ...(i % 7 === 0 && { by: i % 2 === 0 ? feature : 'echo_60' }),
  })),
  deviations: mirroredNames.map(() => 1),
  durations: byDuration((duration) => ({
    ...aHead(),
    weights: everywhere(mirroredNames.map((_, i) => -0.02 - 0.001 * ((i + duration) % 5))),
  })),
});

/** A small logistic model that slightly fades the move implied by the other pairs. */
export const aMarketFile = (): LogisticFile => ({
  format: 1,
  kind: 'logistic',
  key: '36trade_ai_plus',
  version: 'test.1',
  features: toNames(strengthInfos),
  terms: strengthInfos.map(({ name }) => ({ feature: name })),
  deviations: strengthInfos.map(() => 1),
  durations: byDuration(() => ({ ...aHead(), weights: everywhere(strengthInfos.map((_, i) => -0.02 - 0.001 * i)) })),
});

export const aVoteFile = (): VoteFile => ({
  format: 1,
  kind: 'votes',
  key: '13_squad',
  version: 'test.1',
  features: pairNames.filter((name) => name.startsWith('vote_')),
  durations: byDuration(aHead),
});

/** A stack of the four other small models. */
export const aStackFile = (): StackFile => ({
  format: 1,
  kind: 'stack',
  key: 'vip',
  version: 'test.1',
  features: [],
  members: (['kurs_ai_v2', 'kurs_ai_v1', '13_squad', '36trade_ai_plus'] as const).map((key) => ({
    key,
    version: 'test.1',
  })),
  durations: byDuration(() => ({ ...aHead(), weights: everywhere([0.6, 0.2, 0, 0.3]) })),
});

/** A small ensemble that fades the distance from the mean, more in quiet markets. */
export const aTreeFile = (): TreeFile => ({
  format: 1,
  kind: 'trees',
  key: 'kurs_ai_v2',
  version: 'test.1',
  features: pairNames,
  leading: 'z_30',
  reversion: { pairs: { EURCHF: 6 }, others: 3 },
  durations: byDuration((duration) => ({
    ...aHead(),
    trees: [fadingTree(0.8, duration), fadingTree(1.6, duration), aLeaf],
  })),
});

const at = (name: string): number => pairNames.indexOf(name);

const fadingTree = (threshold: number, duration: Duration): StoredTree => ({
  feature: [at('z_30'), at('range_5_60'), pairNames.length],
  threshold: [threshold, 0, 4],
  left: [-1, 2, -2],
  right: [1, -4, -3],
  value: [0.02, -0.1, -0.3 - duration / 100, -0.05],
  count: [400, 200, 100, 300],
});

/** A tree that never found a split. */
const aLeaf: StoredTree = { feature: [], threshold: [], left: [], right: [], value: [-0.01], count: [1_000] };
