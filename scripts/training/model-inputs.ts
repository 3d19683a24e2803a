import { pairFeatureInfos } from '#engine/features/feature-stream.ts';
import { strengthInfos } from '#engine/features/strength-features.ts';

const isVote = (name: string): boolean => name.startsWith('vote_');
const namesOf = (infos: readonly { readonly name: string }[]): string[] => infos.map(({ name }) => name);

/** `13_squad`: its voters. */
export const voterNames = namesOf(pairFeatureInfos).filter(isVote);

/** `kurs_ai_v2`: all that the pair itself says, but for the votes, which are made of the same oscillators. */
export const treeNames = namesOf(pairFeatureInfos).filter((name) => !isVote(name));

/** `kurs_ai_v1`: of the same, what turns with the market. */
export const pairLogisticNames = namesOf(pairFeatureInfos.filter(({ name, mirrored }) => mirrored && !isVote(name)));

/** `36trade_ai_plus`: nothing but what the other pairs say. */
export const marketLogisticNames = namesOf(strengthInfos);

/** By its sign the trees' markets are turned upright: the middle one of the distances from the mean. */
export const leadingName = 'z_30';
