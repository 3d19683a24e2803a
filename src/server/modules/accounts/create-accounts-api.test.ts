import { expect, test } from 'vitest';
import { createIsInternal } from './create-accounts-api.ts';

const isInternal = createIsInternal(['Test@kurs.example', 'second@kurs.example']);

test.each([
  ['test@kurs.example', true],
  ['TEST@KURS.EXAMPLE', true],
  [' second@kurs.example ', true],
  ['third@kurs.example', false],
  ['test@kurs.example.org', false],
  ['', false],
])('%j is internal: %s', (email, expected) => {
  expect(isInternal(email)).toBe(expected);
});
