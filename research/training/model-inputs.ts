import { pairFeatureInfos } from '#engine/features/feature-stream.ts';
import { strengthInfos } from '#engine/features/strength-features.ts';
import type { LogisticTerm } from '#engine/forecast/logistic-terms.ts';

const isVote = (name: string): boolean => name.startsWith('vote_');
const namesOf = (infos: readonly { readonly name: string }[]): string[] => infos.map(({ name }) => name);

/** `13_squad`: its voters. */
export const voterNames = namesOf(pairFeatureInfos).filter(isVote);

/** `kurs_ai_v2`: all that the pair itself says, but for the votes, which are made of the same oscillators. */
export const treeNames = namesOf(pairFeatureInfos).filter((name) => !isVote(name));

/** What kind of market it is: stretched prices come back more or less often in it. */
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

const pairNames = namesOf(pairFeatureInfos.filter(({ name, mirrored }) => mirrored && !isVote(name)));

/**
 * `kurs_ai_v1`: of the same, what turns with the market, and three oscillators by the kind of market. Of products with
 * these states, with their own size and with votes, these were the best on April to September 2018 at 3 minutes.
 */
export const pairTerms = withProducts(pairNames, ['z_30', 'rsi_7', 'ema_distance_20']);

/** `36trade_ai_plus`: what the other pairs say, and three of it by the kind of market. */
export const marketTerms = withProducts(namesOf(strengthInfos), ['strength_z_30', 'strength_rsi_7', 'strength_10']);

/** By its sign the trees' markets are turned upright: the middle one of the distances from the mean. */
export const leadingName = 'z_30';
