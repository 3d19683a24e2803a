import { expect, test, describe, it } from 'vitest';
import { drawRandom, contestPeriod } from './contest-rules.ts';

test('draws different items, by the numbers of the source of randomness', () => {
  const numbers = [3, 0, 2];
  const asked: number[] = [];
  const drawn = drawRandom(['a', 'b', 'c', 'd', 'e'], 3, (max) => {
    asked.push(max);
    return numbers.shift() ?? 0;
  });
  expect(drawn).toEqual(['d', 'a', 'e']);
  expect(asked).toEqual([5, 4, 3]);
});

test.each([0, 2])('draws all of %i items when there are fewer than asked for', (count) => {
  const items = Array.from({ length: count }, (_, i) => i);
  expect(drawRandom(items, 5, () => 0)).toEqual(items);
});

const kyiv = 'Europe/Kyiv';
const at = Date.parse;

describe('contest period', () => {
  it.each([
    ['in winter', { start: '2026-12-01', end: '2027-01-10' }, '2026-11-30T22:00:00.000Z', '2027-01-10T22:00:00.000Z'],
    ['of one day', { start: '2026-12-31', end: '2026-12-31' }, '2026-12-30T22:00:00.000Z', '2026-12-31T22:00:00.000Z'],
    [
      'ending on the day the clocks go forward',
      { start: '2027-03-01', end: '2027-03-28' },
      '2027-02-28T22:00:00.000Z',
      '2027-03-28T21:00:00.000Z',
    ],
    [
      'ending on the day the clocks go back',
      { start: '2026-10-01', end: '2026-10-25' },
      '2026-09-30T21:00:00.000Z',
      '2026-10-25T22:00:00.000Z',
    ],
    [
      'over a leap day',
      { start: '2028-02-28', end: '2028-02-29' },
      '2028-02-27T22:00:00.000Z',
      '2028-02-29T22:00:00.000Z',
    ],
  ])('%s begins and ends at midnight in Kyiv and includes the last day', (_title, days, startsAt, endsAt) => {
    expect(contestPeriod(days, kyiv, 0)).toEqual({ id: days.start, startsAt: at(startsAt), endsAt: at(endsAt) });
  });

  it.each([
    ['2026-11-21T12:00:00.000Z', '2026-12-01'],
    ['2027-01-10T21:59:59.999Z', '2026-12-01'],
    ['2027-01-10T22:00:00.000Z', '2026-12-01'],
    ['2027-03-11T21:59:59.999Z', '2026-12-01'],
    ['2027-03-11T22:00:00.000Z', '2027-12-01'],
  ])('is the season when the operator sets no days: on %s that of %s', (now, id) => {
    expect(contestPeriod(null, kyiv, at(now)).id).toBe(id);
  });

  it('uses the given time zone: in Auckland the day begins half a day earlier', () => {
    const { startsAt, endsAt } = contestPeriod({ start: '2026-12-01', end: '2026-12-01' }, 'Pacific/Auckland', 0);
    expect([startsAt, endsAt]).toEqual([at('2026-11-30T11:00:00.000Z'), at('2026-12-01T11:00:00.000Z')]);
  });
});
