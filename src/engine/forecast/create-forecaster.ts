import type { Forecaster } from './forecaster.ts';
import { createLogisticForecaster, type LogisticFile } from './logistic-forecaster.ts';
import { parseModelFile } from './model-file.ts';
import { createTreeForecaster, type TreeFile } from './tree-forecaster.ts';

/** A forecaster from the text of a model file. Throws an Error that says, in half a sentence, what is wrong with it. */
export function createForecaster(text: string): Forecaster {
  const file = parseModelFile(text);
  if (file.kind === 'trees') return createTreeForecaster(file as TreeFile);
  if (file.kind === 'logistic') return createLogisticForecaster(file as LogisticFile);
  throw new Error(`there is no model of the kind "${String((file as { kind: unknown }).kind)}"`);
}
