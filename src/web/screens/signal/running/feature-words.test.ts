import { expect, test } from 'vitest';
import { featureNames } from '#engine/features/market-features.ts';
import { formatsIn } from '#web/language/formats.ts';
import { loadPhrases, phrasesIn } from '#web/language/phrase-book.ts';
import { featureName, featureValue } from './feature-words.ts';

await loadPhrases('uk');
const t = phrasesIn('uk').t;

test('every feature of the engine has a name', () => {
  const plain = featureNames.filter((name) => featureName(name, t) === name.replaceAll('_', ' '));
  expect(plain).toEqual([]);
});

test('the length of a feature is part of its name', () => {
  expect(featureName('rsi_14', t)).toBe('RSI (14)');
});

test('a feature without a name is shown by its key', () => {
  expect(featureName('moon_phase', t)).toBe('moon phase');
});

test('times of day and weekdays are not shown as numbers', () => {
  const f = formatsIn('en');
  expect(featureValue('day_minute', 65, f)).toBe('1:05');
  expect(featureValue('weekday', 0, f)).toBe('Sun');
  expect(featureValue('rsi_14', 34.16, f)).toBe('34.2');
});

test('a vote is an arrow, and a member of the stack has its name and its forecast', () => {
  const f = formatsIn('en');
  expect([1, -1, 0].map((vote) => featureValue('vote_rsi_14', vote, f))).toEqual(['↑', '↓', '–']);
  expect(featureName('vote_rsi_14', t)).toBe('Голос: RSI (14)');
  expect(featureName('36trade_ai_plus', t)).toBe('36Trade AI PLUS');
  expect(featureValue('36trade_ai_plus', 55.912, f)).toBe('55.9%');
});
