import { expect, test } from 'vitest';
import { featureNames } from '#engine/features/market-features.ts';
import { bundle } from '../../language/bundle.uk.ts';
import { formatsIn } from '../../language/formats.ts';
import { addPhrases, findPhrases } from '../../language/phrase-book.ts';
import { featureName, featureValue } from './feature-words.ts';

addPhrases('uk', bundle);
const t = findPhrases('uk')?.t ?? (() => '');

test('every feature of the engine has words', () => {
  const plain = featureNames.filter((name) => featureName(name, t) === name.replaceAll('_', ' '));
  expect(plain).toEqual([]);
});

test('the length of a feature stands in its name', () => {
  expect(featureName('rsi_14', t)).toBe('RSI (14)');
});

test('a feature without words is shown as it is', () => {
  expect(featureName('moon_phase', t)).toBe('moon phase');
});

test('times of day and weekdays are not shown as numbers', () => {
  const f = formatsIn('en');
  expect(featureValue('day_minute', 65, f)).toBe('1:05');
  expect(featureValue('weekday', 0, f)).toBe('Sun');
  expect(featureValue('rsi_14', 34.16, f)).toBe('34.2');
});
