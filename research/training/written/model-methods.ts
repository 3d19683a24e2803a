import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { BoostOptions } from '../boost-trees.ts';
import { leadingName } from '../model-inputs.ts';

const logistic =
  'Logistic regression without a constant on features that change their sign with the market, and on products of three of them with eight measures of how the market moves; weights of its own for each session, ridge penalty.';

/** One paragraph on how a model works, for its card. */
export function describeMethod(key: AiModelKey, boost: BoostOptions): string {
  if (key === 'kurs_ai_v1') return `${logistic} It reads the pair alone.`;
  if (key === 'kurs_ai_v2') return trees(boost);
  if (key === '13_squad') return squad;
  if (key === '36trade_ai_plus') return `${market} ${logistic}`;
  return stack;
}

const trees = (boost: BoostOptions): string =>
  `Boosted regression trees: ${boost.trees} a duration with up to ${boost.leaves} leaves, at least ${boost.minLeafRows} rows a leaf, learning rate ${boost.learningRate}, ${100 * boost.featureShare} % of the features and one minute in ${boost.everyNth} for each tree. A market with ${leadingName} below zero is read upside down, and so is the answer. It reads the pair alone, and how often the pair came back from its mean in the first three sevenths of the period.`;

const squad =
  'Thirteen classic indicators with the periods and bounds of their authors (src/engine/features/squad-features.ts names each source) vote up, down or not at all, each read as a reversal. The score is the share by which up outvotes down; only its calibration is fitted.';

const market =
  'Currency strengths are fitted by least squares to the moves of all other pairs over 1 to 60 minutes and to three oscillators. It reads what they imply for the pair, how far the pair has moved from that, its price against its triangles, and how it moves itself; it says nothing without four other pairs.';

const stack =
  'A stack: the scores of kurs_ai_v2, kurs_ai_v1, 13_squad and 36trade_ai_plus, weighed by duration and session without negative weights, fitted to forecasts of folds that the members had not seen. A signal for the strongest twentieth of the decisions only, never below the threshold of a member.';
