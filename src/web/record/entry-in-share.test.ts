import { expect, test } from 'vitest';
import { sharedEntry, toEntry } from './entry-in-share.ts';

test.each([
  ['https://kurs.example/en/record/48210', 48_210],
  ['Look: https://kurs.example/uk/record/7?x=1 and https://kurs.example', 7],
  ['№ 48 210', 48_210],
  ['48,210', 48_210],
  ['#7', 7],
  ['', null],
  ['EUR/USD up', null],
  ['https://kurs.example/en/record', null],
  ['/record/7a', null],
  ['1234567890123456', null],
])('the text %j names the entry %s', (text, entry) => {
  expect(toEntry(text)).toBe(entry);
});

test.each([
  ['', null],
  ['shared-title=Kurs&shared-text=https%3A%2F%2Fkurs.example%2Fen%2Frecord%2F6', '6'],
  ['shared-url=https%3A%2F%2Fkurs.example%2Fen%2Frecord%2F6&shared-text=7', '6'],
  ['shared-text=EUR%2FUSD%20up', 'EUR/USD up'],
  [`shared-text=${'a'.repeat(80)}`, 'a'.repeat(60)],
])('of the share %j the page shows %j', (query, shown) => {
  expect(sharedEntry(new URLSearchParams(query))).toBe(shown);
});
