import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trainedModelKeys } from '#domain/signals/ai-model.ts';
import { aLogisticFile, aMarketFile, aStackFile, aTreeFile, aVoteFile } from '#tests/support/market/model-files.ts';
import { loadModels } from './load-models.ts';

let folder: string;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const load = () => loadModels(pathToFileURL(`${folder}/`));

type Texts = Readonly<Record<string, string>>;

/**
 * Writes the correct models in this order, or as changed by the test; the manifest matches what is
 * written.
 */
async function writeFolder(texts: Texts): Promise<void> {
  const models = Object.entries(texts).map(([key, text]) => ({ key, file: `${key}.json`, sha256: sha256(text) }));
  for (const [key, text] of Object.entries(texts)) await writeFile(join(folder, `${key}.json`), text);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ format: 1, models }));
}

const whole: Texts = { kurs_ai_v2: JSON.stringify(aTreeFile()), kurs_ai_v1: JSON.stringify(aLogisticFile()) };
const all: Texts = {
  ...whole,
  '13_squad': JSON.stringify(aVoteFile()),
  '36trade_ai_plus': JSON.stringify(aMarketFile()),
  vip: JSON.stringify(aStackFile()),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('loading the models', () => {
  // F42: a broken model file disables only its own model.
  it.each([
    ['a missing file', async () => rm(join(folder, 'kurs_ai_v2.json')), 'kurs_ai_v2.json cannot be read'],
    [
      'a file changed by one byte',
      async () => {
        const path = join(folder, 'kurs_ai_v2.json');
        await writeFile(path, (await readFile(path, 'utf8')).replace('0.02', '0.03'));
      },
      'kurs_ai_v2.json is not the trained file: its hash differs from the manifest',
    ],
  ])('skips a model after %s', async (_what, harm, reason) => {
    await writeFolder(whole);
    await harm();
    const { forecasters, metadata, unavailable } = await load();
    expect(forecasters.map(({ key }) => key)).toEqual(['kurs_ai_v1']);
    expect([...metadata.keys()]).toEqual(['kurs_ai_v1']);
    expect(unavailable).toEqual([{ key: 'kurs_ai_v2', reason }]);
  });

  it('disables a stack whose member is unavailable and no other model', async () => {
    await writeFolder(all);
    await rm(join(folder, '36trade_ai_plus.json'));
    const { forecasters, unavailable } = await load();
    expect(forecasters.map(({ key }) => key)).toEqual(['kurs_ai_v2', 'kurs_ai_v1', '13_squad']);
    expect(unavailable).toEqual([
      { key: '36trade_ai_plus', reason: '36trade_ai_plus.json cannot be read' },
      { key: 'vip', reason: 'its member 36trade_ai_plus is unavailable' },
    ]);
  });

  it.each([
    ['of another feature count', { ...aTreeFile(), features: ['z_30'] }, /tree 1 is damaged/],
    [
      'of other features',
      { ...aTreeFile(), features: [...aTreeFile().features, 'moon'] },
      /reads "moon", which the engine/,
    ],
    ['that reads a feature twice', { ...aTreeFile(), features: [...aTreeFile().features, 'z_30'] }, /a feature twice/],
    ['without pair statistics', { ...aTreeFile(), reversion: undefined }, /pair statistics are damaged/],
    ['without feature names', { ...aTreeFile(), features: undefined }, /feature names are missing/],
    ['of a later format', { ...aTreeFile(), format: 2 }, /not a model of format 1/],
    ['of an unknown kind', { ...aTreeFile(), kind: 'oracle' }, /unknown model kind "oracle"/],
    ['without a duration', { ...aTreeFile(), durations: { 2: aTreeFile().durations[2] } }, /no data for 3 minutes/],
    ['that contains another model', { ...aLogisticFile() }, /contains the model kurs_ai_v1/],
    ['that is truncated', '{"format":1,', /not JSON/],
    ['that is null', 'null', /not a model of format 1/],
  ])('skips a model file %s', async (_what, file, reason) => {
    await writeFolder({ ...whole, kurs_ai_v2: typeof file === 'string' ? file : JSON.stringify(file) });
    const { forecasters, unavailable } = await load();
    expect(forecasters.map(({ key }) => key)).toEqual(['kurs_ai_v1']);
    expect(unavailable).toEqual([{ key: 'kurs_ai_v2', reason: expect.stringMatching(reason) }]);
  });

  it.each([
    ['is missing', null],
    ['is not JSON', '{'],
    ['is null', 'null'],
    ['names a file outside its folder', '{"format":1,"models":[{"key":"kurs_ai_v1","file":"../x.json","sha256":"0"}]}'],
  ])('loads no model when the manifest %s', async (_what, manifest) => {
    if (manifest !== null) await writeFile(join(folder, 'manifest.json'), manifest);
    const { forecasters, unavailable } = await load();
    expect(forecasters).toEqual([]);
    expect(unavailable.map(({ key }) => key)).toEqual(trainedModelKeys);
    for (const { reason } of unavailable) expect(reason).toMatch(/run npm run train/);
  });
});
