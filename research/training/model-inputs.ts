import { pairFeatureInfos } from '#engine/features/feature-stream.ts';
import { strengthInfos } from '#engine/features/market-features.ts';
import type { LogisticTerm } from '#engine/forecast/scorer/logistic-scorer.ts';

const isVote = (name: string): boolean => name.startsWith('vote_');
const toNames = (infos: readonly { readonly name: string }[]): string[] => infos.map(({ name }) => name);

/** `13_squad`: its voters. */
export const voterNames = toNames(pairFeatureInfos).filter(isVote);

/**
 * `kurs_ai_v2`: all features of the pair itself except the votes, which are derived from the same
 * oscillators.
 */
export const treeNames = toNames(pairFeatureInfos).filter((name) => !isVote(name));

/** Market states: stretched prices revert more or less often in each. */
const states = [
  'range_5_60',
  'range_60_240',
  'range_level',
  'variance_ratio',
  'echo_60',
  'echo_240',
  'still',
  'efficiency_30',
];

const withProducts = (names: readonly string[], stretches: readonly string[]): LogisticTerm[] => [
  ...names.map((feature) => ({ feature })),
  ...states.flatMap((by) => stretches.map((feature) => ({ feature, by }))),
];

const pairNames = toNames(pairFeatureInfos.filter(({ name, mirrored }) => mirrored && !isVote(name)));

/**
 * `kurs_ai_v1`: of the same, the mirrored features, and three oscillators multiplied by the market
 * states. Among products with these states, with their own size and with votes, these were the best
 * on April to September 2018 at 3 minutes.
 */
export const pairTerms = withProducts(pairNames, ['z_30', 'rsi_7', 'ema_distance_20']);

/** `36trade_ai_plus`: the strength features, and three of them multiplied by the market states. */
export const marketTerms = withProducts(toNames(strengthInfos), ['strength_z_30', 'strength_rsi_7', 'strength_10']);

/**
 * Its sign decides whether a row is mirrored for the trees: the middle one of the distances from
 * the mean.
 */
export const leadingName = 'z_30';
