import type { AiModelKey } from './ai-model.ts';
import { addCluster, type ClusterSums, meanOf, noClusters } from './cluster-sums.ts';
import { alwaysValidInterval } from './confidence-sequence.ts';
import type { ModelFlag } from './flag-model.ts';
import { statedUnit, type Tally } from './model-figures.ts';

const alpha = 0.05;
const fewestOutcomes = 100;
const fewestDays = 10;

/**
 * A model without a card, held against its own word: flagged when what it stated of the signals that people received
 * has surely not come true. A day's signals count as one cluster, as ten people may receive the same forecast.
 * `days`: the tally of each day. Null: no such evidence.
 */
export function flagSignals(days: Iterable<Tally>, model: AiModelKey): ModelFlag | null {
  const sums = noClusters();
  let won = 0;
  for (const tally of days) won += addDay(sums, tally, model);
  if (sums.count < fewestOutcomes || sums.clusters < fewestDays) return null;
  const { low, high } = alwaysValidInterval(sums, won / sums.count, alpha);
  if (low <= 0 && high >= 0) return null;
  const live = { value: meanOf(sums), low: Math.max(-1, low), high: Math.min(1, high) };
  return { figure: 'calibration', duration: null, from: null, count: sums.count, live, card: null };
}

/** Returns how many were won. */
function addDay(sums: ClusterSums, tally: Tally, model: AiModelKey): number {
  const steps = tally.get(model)?.steps ?? [];
  const total = (of: 'won' | 'lost' | 'stated'): number => steps.reduce((sum, step) => sum + step[of], 0);
  const won = total('won');
  addCluster(sums, won + total('lost'), won - total('stated') / statedUnit);
  return won;
}
