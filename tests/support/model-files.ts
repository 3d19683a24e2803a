import type { Duration } from '#domain/duration.ts';
import { featureInfos, featureNames } from '#engine/features/feature-stream.ts';
import type { LogisticFile } from '#engine/forecast/logistic-forecaster.ts';
import type { DurationHead } from '#engine/forecast/model-file.ts';
import type { StoredTree } from '#engine/forecast/tree-ensemble.ts';
import type { TreeFile } from '#engine/forecast/tree-forecaster.ts';

const curve = { slope: 1.2, bend: -0.3, limit: 1.5 };
const thresholds = { 100: 50, 50: 51, 20: 53, 10: 55, 5: 57, 1: 60 };
const experience = [
  { from: 50, count: 9_000, won: 4_600 },
  { from: 55, count: 1_000, won: 570 },
];
const everywhere = <T>(value: T) => ({ day: value, evening: value, rollover: value });

const aHead = (): DurationHead => ({
  calibration: everywhere(curve),
  signalFrom: 55,
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

/** A small logistic model that fades every move a little. */
export const aLogisticFile = (): LogisticFile => ({
  format: 1,
  kind: 'logistic',
  key: 'kurs_ai_v1',
  version: 'test.1',
  features: featureNames,
  deviations: featureNames.map(() => 1),
  durations: byDuration((duration) => ({
    ...aHead(),
    weights: everywhere(featureInfos.map(({ mirrored }, i) => (mirrored ? -0.02 - 0.001 * ((i + duration) % 5) : 0))),
  })),
});

/** A small ensemble that fades the distance from the mean, more in quiet markets. */
export const aTreeFile = (): TreeFile => ({
  format: 1,
  kind: 'trees',
  key: 'kurs_ai_v2',
  version: 'test.1',
  features: featureNames,
  leading: 'z_30',
  durations: byDuration((duration) => ({
    ...aHead(),
    trees: [fadingTree(0.8, duration), fadingTree(1.6, duration), aLeaf],
  })),
});

const at = (name: string): number => featureNames.indexOf(name);

const fadingTree = (threshold: number, duration: Duration): StoredTree => ({
  feature: [at('z_30'), at('range_5_60'), at('rsi_7')],
  threshold: [threshold, 0, 0.4],
  left: [-1, 2, -2],
  right: [1, -4, -3],
  value: [0.02, -0.1, -0.3 - duration / 100, -0.05],
  count: [400, 200, 100, 300],
});

/** A tree that never found a split. */
const aLeaf: StoredTree = { feature: [], threshold: [], left: [], right: [], value: [-0.01], count: [1_000] };
