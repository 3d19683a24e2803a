import { featurePlaces } from '#engine/forecast/model-file.ts';
import type { PairReversion } from '#engine/forecast/scorer/tree-scorer.ts';
import { featureInfos } from '#engine/features/market-features.ts';
import { purgedMs } from './folds.ts';
import { leadingName } from './model-inputs.ts';
import type { TrainingRows } from './training-rows.ts';

/** Min distance from the mean, in standard deviations, for a price to count as stretched. */
const stretched = 1;

/**
 * By how many percentage points more often than not each pair reverted within five minutes, before
 * `until` (milliseconds UTC): a property that no single window shows and that differs between pairs
 * for years. `others`: their mean, for pairs without training data.
 */
export function pairReversion(rows: TrainingRows, until: number): PairReversion {
  const [place = 0] = featurePlaces([leadingName]);
  const back = rows.symbols.map(() => 0);
  const count = rows.symbols.map(() => 0);
  const outcome = rows.outcomes[5];
  for (let row = 0; row < rows.size; row += 1) {
    const z = rows.features[row * featureInfos.length + place] as number;
    const came = outcome[row] as number;
    const isDecided = came === 1 || came === -1;
    if (!isDecided || Math.abs(z) <= stretched || (rows.time[row] as number) >= until - purgedMs) continue;
    const pair = rows.pair[row] as number;
    back[pair] = (back[pair] as number) - Math.sign(z) * came;
    count[pair] = (count[pair] as number) + 1;
  }
  const points = back.map((sum, pair) => roughly((100 * sum) / Math.max(count[pair] as number, 1)));
  return {
    pairs: Object.fromEntries(rows.symbols.map((symbol, pair) => [symbol, points[pair] as number])),
    others: roughly(points.reduce((sum, value) => sum + value, 0) / points.length),
  };
}

const roughly = (value: number): number => Number(value.toPrecision(6));
