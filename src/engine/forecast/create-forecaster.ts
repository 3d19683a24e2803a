import { createCalibratedForecaster } from './calibration/calibrated-forecaster.ts';
import type { LocalForecaster } from './forecaster.ts';
import { createLogisticScorer, type LogisticFile } from './scorer/logistic-scorer.ts';
import { type ModelFile, parseModelFile } from './model-file.ts';
import type { Scorer } from './scorer/scorer.ts';
import { createStackScorer, type StackFile } from './scorer/stack-scorer.ts';
import { createTreeScorer, type TreeFile } from './scorer/tree-scorer.ts';
import { createVoteScorer, type VoteFile } from './scorer/vote-scorer.ts';

/**
 * Creates a forecaster from the text of a model file. `loaded`: those that a stack may name as its
 * members. Throws an Error whose message states what is wrong with the file.
 */
export function createForecaster(text: string, loaded: readonly LocalForecaster[] = []): LocalForecaster {
  const file = parseModelFile(text);
  return createCalibratedForecaster(file, createScorer(file, loaded));
}

function createScorer(file: ModelFile, loaded: readonly LocalForecaster[]): Scorer {
  const { kind } = file;
  if (isKind<TreeFile>(file, 'trees')) return createTreeScorer(file);
  if (isKind<LogisticFile>(file, 'logistic')) return createLogisticScorer(file);
  if (isKind<VoteFile>(file, 'votes')) return createVoteScorer(file);
  if (isKind<StackFile>(file, 'stack')) return createStackScorer(file, loaded);
  throw new Error(`unknown model kind "${kind}"`);
}

/** The fields of a kind are not validated: the manifest's hash vouches for the file. */
const isKind = <File extends ModelFile>(file: ModelFile, kind: File['kind']): file is File => file.kind === kind;
