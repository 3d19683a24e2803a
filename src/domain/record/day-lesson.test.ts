import { expect, test } from 'vitest';
import { type DayFacts, computeLesson } from './day-lesson.ts';

const calm: DayFacts = { longestLosses: 3, bestWon: 61, bestLost: 58, intervals: [], breakEven: 0.55 };
const [below, around, above] = [
  { low: 0.4, high: 0.5 },
  { low: 0.5, high: 0.6 },
  { low: 0.56, high: 0.62 },
];

test.each([
  ['losing_run', 'four losses in a row', { longestLosses: 4, bestLost: 70 }],
  ['surest_lost', 'the surest statement lost', { bestLost: 61, intervals: [above] }],
  ['surest_lost', 'nothing won', { bestWon: null }],
  ['few', 'no rate may be shown', {}],
  ['few', 'nothing was decided', { bestWon: null, bestLost: null }],
  ['below', 'every interval is below break-even', { intervals: [below, below] }],
  ['above', 'an interval is above break-even', { intervals: [below, above] }],
  ['unproven', 'an interval contains break-even', { intervals: [below, around] }],
] as const)('is %s when %s', (lesson, _when, change) => {
  expect(computeLesson({ ...calm, ...change })).toBe(lesson);
  expect(computeLesson({ ...calm, ...change })).toBe(lesson);
});
