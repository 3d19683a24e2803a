import { expect, test } from 'vitest';
import { waitingTime } from './waiting-time.ts';

test.each([
  [1, 'en', '1 sec'],
  [119, 'en', '119 sec'],
  [120, 'en', '2 min'],
  [121, 'uk', '3 хв'],
  [3_600, 'ru', '60 мин'],
] as const)('formats %i s in %s as %s', (seconds, language, words) => {
  expect(waitingTime(seconds, language).replace('\u00a0', ' ')).toBe(words);
});
