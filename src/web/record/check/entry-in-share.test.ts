import { expect, test } from 'vitest';
import { sharedEntry } from './entry-in-share.ts';

const id = '0198c0de-0000-7000-8000-0000000000aa';
const shared = (names: Record<string, string>) => sharedEntry(new URLSearchParams(names));

test.each([
  ['https://kurs.example/uk/record?entry=6', '6'],
  [`https://kurs.example/uk/record?payout=0.9&entry=${id.toUpperCase()}#verify`, id],
  ['Look: https://kurs.example/en/record?entry=17 !', '17'],
  [`Signal ${id}`, id],
  [' № 42 ', '42'],
])('finds the entry of a shared text or address: %s', (text, entry) => {
  expect(shared({ 'shared-text': text })).toBe(entry);
  expect(shared({ 'shared-url': text, 'shared-text': 'Public record' })).toBe(entry);
});

test.each(['EUR/USD up', 'https://kurs.example/uk/record?entry=12345678901234567890', '12 of 40'])(
  'returns a text without an entry as it is: %s',
  (text) => expect(shared({ 'shared-text': text })).toBe(text),
);

test('shortens a long text, and finds nothing where nothing was shared', () => {
  expect(shared({ 'shared-text': 'a'.repeat(500) })).toHaveLength(60);
  expect(shared({ 'shared-title': 'Kurs' })).toBeNull();
  expect(shared({ 'shared-text': ' ' })).toBeNull();
});
