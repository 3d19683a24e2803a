import { featureIndices, type ModelFile } from '../model-file.ts';
import type { Observation, Contribution, Scorer } from './scorer.ts';

/**
 * The model consists of its calibration: the meaning of each share of the votes. `features`: the
 * votes.
 */
export interface VoteFile extends ModelFile {
  readonly kind: 'votes';
}

/** One vote per voter: the score is the net share of up votes among all voters, −1 to 1. */
export function toVoteScorer(file: VoteFile): Scorer {
  const indices = featureIndices(file.features);
  const share = 1 / indices.length;

  function score({ features }: Observation): number {
    let votes = 0;
    for (const index of indices) votes += features[index] as number;
    return votes * share;
  }

  const parts = ({ features }: Observation): Contribution[] =>
    file.features.map((feature, i) => {
      const value = features[indices[i] as number] as number;
      return { feature, value, part: value * share };
    });

  return { score, parts };
}
