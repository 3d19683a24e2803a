import { createCalibratedForecaster } from './calibrated-forecaster.ts';
import type { LocalForecaster } from './forecaster.ts';
import { createLogisticScorer, type LogisticFile } from './logistic-scorer.ts';
import { type ModelFile, parseModelFile } from './model-file.ts';
import type { Scorer } from './scorer.ts';
import { createStackScorer, type StackFile } from './stack-scorer.ts';
import { createTreeScorer, type TreeFile } from './tree-scorer.ts';
import { createVoteScorer, type VoteFile } from './vote-scorer.ts';

/**
 * Creates a forecaster from the text of a model file. `others`: those that a stack may name as its
 * members. Throws an Error whose message states what is wrong with the file.
 */
export function createForecaster(text: string, others: readonly LocalForecaster[] = []): LocalForecaster {
  const file = parseModelFile(text);
  return createCalibratedForecaster(file, scorerOf(file, others));
}

function scorerOf(file: ModelFile, others: readonly LocalForecaster[]): Scorer {
  if (file.kind === 'trees') return createTreeScorer(file as TreeFile);
  if (file.kind === 'logistic') return createLogisticScorer(file as LogisticFile);
  if (file.kind === 'votes') return createVoteScorer(file as VoteFile);
  if (file.kind === 'stack') return createStackScorer(file as StackFile, others);
  throw new Error(`there is no model of the kind "${String((file as { kind: unknown }).kind)}"`);
}
