import { getOrCreate } from '#domain/objects.ts';
import { readFile } from 'node:fs/promises';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { ModelManifest } from '#server/modules/models/load-models.ts';
import { sha256 } from '#node/sha256.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { modelsFolder } from '#research/evaluation/read-models.ts';
import type { RecordAddress } from './record-address.ts';

/** The models that bars name as key, version and SHA-256, in the order of loading. */
export type PublishedModels = (names: readonly string[]) => readonly LocalForecaster[];

/** Reads each model from this folder if it has the same file, else from the address. */
export async function readPublishedModels(
  record: Pick<RecordAddress, 'model'>,
  lists: readonly (readonly string[])[],
): Promise<PublishedModels> {
  const hashes = new Set(lists.flat().map(computeHash));
  const texts = new Map<string, string>();
  for (const hash of hashes) texts.set(hash, (await readOwn(hash)) ?? (await download(record, hash)));
  const opened = new Map<string, readonly LocalForecaster[]>();
  return (names) => getOrCreate(opened, names.join(), () => open(names, texts));
}

function open(names: readonly string[], texts: ReadonlyMap<string, string>): LocalForecaster[] {
  const loaded: LocalForecaster[] = [];
  for (const name of names) {
    const model = createForecaster(texts.get(computeHash(name)) ?? '', loaded);
    if (!name.startsWith(`${model.key} ${model.version} `))
      throw new UsageError(`The file of ${name} holds ${model.key} ${model.version}.`);
    loaded.push(model);
  }
  return loaded;
}

const computeHash = (name: string): string => name.split(' ')[2] ?? '';

async function readOwn(hash: string): Promise<string | null> {
  const manifest = ModelManifest.parse(JSON.parse(await readFile(new URL('manifest.json', modelsFolder), 'utf8')));
  const entry = manifest.models.find((one) => one.sha256 === hash);
  if (!entry) return null;
  const text = await readFile(new URL(entry.file, modelsFolder), 'utf8').catch(() => null);
  return text !== null && toSha256(text) === hash ? text : null;
}

async function download(record: Pick<RecordAddress, 'model'>, hash: string): Promise<string> {
  const text = await record.model(hash);
  if (text === null) throw new UsageError(`The model file ${hash} is not published, so nothing can be recomputed.`);
  if (toSha256(text) !== hash) throw new UsageError(`The published model file ${hash} has another hash.`);
  return text;
}

const toSha256 = (text: string): string => Buffer.from(sha256(Buffer.from(text))).toString('hex');
