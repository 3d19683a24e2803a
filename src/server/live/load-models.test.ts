import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aLogisticFile, aTreeFile } from '#tests/support/model-files.ts';
import { loadModels } from './load-models.ts';

let folder: string;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const load = () => loadModels(pathToFileURL(`${folder}/`));

/** Writes both models as they should be, then whatever the test changes; the manifest keeps to what is written here. */
async function writeFolder(texts: { v1: string; v2: string }): Promise<void> {
  await writeFile(join(folder, 'kurs_ai_v1.json'), texts.v1);
  await writeFile(join(folder, 'kurs_ai_v2.json'), texts.v2);
  const models = [
    { key: 'kurs_ai_v2', file: 'kurs_ai_v2.json', sha256: sha256(texts.v2) },
    { key: 'kurs_ai_v1', file: 'kurs_ai_v1.json', sha256: sha256(texts.v1) },
  ];
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ format: 1, models }));
}

const whole = { v1: JSON.stringify(aLogisticFile()), v2: JSON.stringify(aTreeFile()) };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('loading the models', () => {
  it('finds every model of the manifest', async () => {
    await writeFolder(whole);
    const { forecasters, unavailable } = await load();
    expect(forecasters.map(({ key }) => key)).toEqual(['kurs_ai_v2', 'kurs_ai_v1']);
    expect(unavailable).toEqual([]);
  });

  // F42: a broken model file takes out its own model and no other.
  it.each([
    ['a missing file', async () => rm(join(folder, 'kurs_ai_v2.json')), 'kurs_ai_v2.json cannot be read'],
    [
      'a file changed by one byte',
      async () => {
        const path = join(folder, 'kurs_ai_v2.json');
        await writeFile(path, (await readFile(path, 'utf8')).replace('0.02', '0.03'));
      },
      "kurs_ai_v2.json is not the file that was trained: its hash differs from the manifest's",
    ],
  ])('does without a model after %s', async (_what, harm, reason) => {
    await writeFolder(whole);
    await harm();
    const { forecasters, unavailable } = await load();
    expect(forecasters.map(({ key }) => key)).toEqual(['kurs_ai_v1']);
    expect(unavailable).toEqual([{ key: 'kurs_ai_v2', reason }]);
  });

  it.each([
    ['of another feature count', { ...aTreeFile(), features: ['z_30'] }, /reads 1 features, the engine computes \d+/],
    ['of other features', { ...aTreeFile(), features: [...aTreeFile().features.slice(1), 'moon'] }, /in its place/],
    ['of a later format', { ...aTreeFile(), format: 2 }, /not a model of format 1/],
    ['of an unknown kind', { ...aTreeFile(), kind: 'oracle' }, /no model of the kind "oracle"/],
    [
      'without a duration',
      { ...aTreeFile(), durations: { 2: aTreeFile().durations[2] } },
      /nothing is said of 3 minutes/,
    ],
    ['that holds another model', { ...aLogisticFile() }, /holds the model kurs_ai_v1/],
    ['that is cut off', '{"format":1,', /not JSON/],
    ['that is null', 'null', /not a model of format 1/],
  ])('does without a model file %s', async (_what, file, reason) => {
    await writeFolder({ ...whole, v2: typeof file === 'string' ? file : JSON.stringify(file) });
    const { forecasters, unavailable } = await load();
    expect(forecasters.map(({ key }) => key)).toEqual(['kurs_ai_v1']);
    expect(unavailable).toEqual([{ key: 'kurs_ai_v2', reason: expect.stringMatching(reason) }]);
  });

  it.each([
    ['is missing', null],
    ['is not JSON', '{'],
    ['is null', 'null'],
    ['names a file outside its folder', '{"format":1,"models":[{"key":"kurs_ai_v1","file":"../x.json","sha256":"0"}]}'],
  ])('has no model when the manifest %s', async (_what, manifest) => {
    if (manifest !== null) await writeFile(join(folder, 'manifest.json'), manifest);
    const { forecasters, unavailable } = await load();
    expect(forecasters).toEqual([]);
    expect(unavailable.map(({ key }) => key)).toEqual(['kurs_ai_v1', 'kurs_ai_v2']);
    for (const { reason } of unavailable) expect(reason).toMatch(/run npm run train/);
  });
});
