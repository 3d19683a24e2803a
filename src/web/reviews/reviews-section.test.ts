import { expect, test } from 'vitest';
import { reviewSpan } from './reviews-section.tsx';

test.each([
  ['2026-12-20T12:00:00.000Z', 'days', 1],
  ['2026-12-21T12:00:00.001Z', 'days', 2],
  ['2027-01-02T12:00:00.000Z', 'days', 13],
  ['2027-01-03T12:00:00.000Z', 'weeks', 2],
  ['2027-02-18T12:00:00.000Z', 'weeks', 8],
  ['2027-02-19T12:00:00.000Z', 'months', 2],
])('a review of %s after a first signal on 20 December is shown in %s: %i', (writtenAt, unit, count) => {
  expect(reviewSpan('2026-12-20T12:00:00.000Z', writtenAt)).toEqual({ unit, count });
});
