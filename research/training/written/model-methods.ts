import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { BoostOptions } from '../boost-trees.ts';
import { leadingName } from '../model-inputs.ts';

const logistic =
  'Logistic regression without a constant on features that change their sign with the market, and on the products of three of them with eight measures of how the market moves; standardised, cut at four deviations, with weights of its own for each session. Ridge penalty, ten times as strong on the products.';

/** One paragraph on how a model works, for its card. */
export function describeMethod(key: AiModelKey, boost: BoostOptions): string {
  if (key === 'kurs_ai_v1') return `${logistic} It reads the pair alone.`;
  if (key === 'kurs_ai_v2') return trees(boost);
  if (key === '13_squad') return squad;
  if (key === '36trade_ai_plus') return `${market} ${logistic}`;
  return stack;
}

const trees = (boost: BoostOptions): string =>
  `Boosted regression trees: ${boost.trees} a duration with up to ${boost.leaves} leaves, at least ${boost.minLeafRows} rows a leaf, learning rate ${boost.learningRate}, ${100 * boost.featureShare} % of the features and one minute in ${boost.everyNth} for each tree. A market with ${leadingName} below zero is read upside down, and so is the answer. It reads the pair alone, and one number more: by how many points more often than not the pair came back from its mean in the first three sevenths of the period (a pair that was not learnt reads the mean of all). Explanations are exact, path-dependent Shapley values.`;

const squad =
  'Thirteen classic indicators with the periods and bounds of their authors (src/engine/features/squad-features.ts names each source) vote up, down or not at all, each read as a reversal. The score is the share of all thirteen by which up outvotes down; nothing but its calibration is fitted. There are only 27 scores, so a threshold for 5 % of the decisions takes what lies on its step.';

const market =
  'The strengths of the currencies are fitted by least squares to the moves of all pairs over 1, 3, 10, 30 and 60 minutes, and to three of their oscillators, each time without the pair in question. What the two strengths imply for the pair, how far the pair has moved apart from that, and how its price stands against the triangles it belongs to, in its own mean true ranges, is what the model reads, with eight measures of how the pair itself moves. It works with any set of pairs and says nothing where fewer than four others have closed the minute.';

const stack =
  'A stack: the scores of kurs_ai_v2, kurs_ai_v1, 13_squad and 36trade_ai_plus are weighed, by duration and session; no weight is negative. The weights were fitted to forecasts of folds that the members had not seen, and each fold was judged with weights of the folds before it; so there is one fold less. It is a signal for the strongest twentieth of the decisions only, and never below the threshold of a member. It says nothing when a member says nothing.';
