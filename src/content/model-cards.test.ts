import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { modelCards } from './model-cards.ts';

const folder = new URL('../../models/', import.meta.url);

it('a card is offered for every model that is loaded from a file, and for no other', () => {
  const { models } = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as {
    models: { key: string }[];
  };
  expect(modelCards.toSorted()).toEqual(models.map(({ key }) => key).toSorted());
});

it.each(modelCards)('%s has its card beside its file', (model) => {
  expect(existsSync(new URL(`${model}.card.md`, folder))).toBe(true);
});
