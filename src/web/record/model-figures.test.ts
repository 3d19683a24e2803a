import { expect, test } from 'vitest';
import { formatsIn } from '../language/formats.ts';
import { silentShare } from './model-figures.ts';

test.each([
  [0.91, '91%'],
  [0.9942, '99.4%'],
  [0.9985, '99.8%'],
  [0.99986, '99.9%'],
  [1, '100%'],
])('a model that was silent in %d of its forecasts is silent in %s', (share, text) => {
  expect(silentShare(formatsIn('en'), share)).toBe(text);
});
