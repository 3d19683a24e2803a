import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { type ModelFile, parseModelFile } from '#engine/forecast/model-file.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { resolvePath } from '#scripts/command/paths.ts';
import { UsageError } from '#scripts/command/run-command.ts';

export interface ReadModel {
  readonly forecaster: Forecaster;
  readonly file: ModelFile;
}

export const modelsFolder = new URL('../../models/', import.meta.url);

/** The folder of the option --models; without it the product's. */
export const modelsAt = (folder: string | undefined): URL =>
  folder === undefined ? modelsFolder : pathToFileURL(`${resolvePath(folder)}/`);

/** The requested models (null: all), loaded as the product loads them. */
export async function readModels(folder: URL, only: AiModelKey | null): Promise<ReadModel[]> {
  const { forecasters, unavailable } = await loadModels(folder);
  const wanted = (model: { key: AiModelKey }): boolean => only === null || model.key === only;
  const broken = unavailable.find(wanted);
  if (broken) throw new UsageError(`The model ${broken.key} is not available: ${broken.reason}.`);
  const chosen = forecasters.filter(wanted);
  if (chosen.length === 0) {
    throw new UsageError(
      `--model ${only}: it is not trained from bars; allowed are ${forecasters.map(({ key }) => key).join(', ')}.`,
    );
  }
  return Promise.all(
    chosen.map(async (forecaster) => ({ forecaster, file: await readModelFile(folder, forecaster.key) })),
  );
}

const readModelFile = async (folder: URL, key: AiModelKey): Promise<ModelFile> =>
  parseModelFile(await readFile(new URL(`${key}.json`, folder), 'utf8'));
