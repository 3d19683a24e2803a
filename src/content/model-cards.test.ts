import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { trainedModelKeys } from '#domain/signals/ai-model.ts';

const folder = new URL('../../models/', import.meta.url);

it('offers a card for exactly the models that are loaded from a file', () => {
  const { models } = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as {
    models: { key: string }[];
  };
  expect(trainedModelKeys.toSorted()).toEqual(models.map(({ key }) => key).toSorted());
});

it.each(trainedModelKeys)('finds the card of %s next to its model file', (model) => {
  expect(existsSync(new URL(`${model}.card.md`, folder))).toBe(true);
});
