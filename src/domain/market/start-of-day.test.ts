import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getMidnight, knownZone, startOfDay, startOfNextDay } from './start-of-day.ts';
import { hourMs } from '../time.ts';

const dayMs = 24 * hourMs;
const from = Date.parse('2023-01-01T00:00:00.000Z');
const until = Date.parse('2031-01-01T00:00:00.000Z');
const zones = Intl.supportedValuesOf('timeZone');

describe('the start of the local day', () => {
  it.each([
    ['a winter afternoon in Kyiv', '2026-01-15T14:30:12.345Z', 'Europe/Kyiv', '2026-01-14T22:00:00.000Z'],
    ['a summer night in Kyiv', '2026-07-01T21:00:00.000Z', 'Europe/Kyiv', '2026-07-01T21:00:00.000Z'],
    ['the millisecond before', '2026-07-01T20:59:59.999Z', 'Europe/Kyiv', '2026-06-30T21:00:00.000Z'],
    ['the day clocks go forward', '2026-03-29T12:00:00.000Z', 'Europe/Kyiv', '2026-03-28T22:00:00.000Z'],
    ['the day the clocks go back', '2026-10-25T12:00:00.000Z', 'Europe/Kyiv', '2026-10-24T21:00:00.000Z'],
    ['UTC', '2026-03-02T09:00:00.000Z', 'UTC', '2026-03-02T00:00:00.000Z'],
    ['New York', '2026-03-02T03:00:00.000Z', 'America/New_York', '2026-03-01T05:00:00.000Z'],
    ['Havana, whose clocks skip midnight', '2026-03-08T12:00:00.000Z', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['Havana, whose midnight happens twice', '2026-11-01T12:00:00.000Z', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['the Azores, which skip midnight', '2026-03-29T12:00:00.000Z', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
    [
      'the Azores, whose midnight happens twice',
      '2026-10-25T12:00:00.000Z',
      'Atlantic/Azores',
      '2026-10-25T00:00:00.000Z',
    ],
    ['Nuuk, which skips the hour before', '2026-03-29T12:00:00.000Z', 'America/Nuuk', '2026-03-29T01:00:00.000Z'],
  ])('%s', (_title, time, timezone, began) => {
    expect(startOfDay(Date.parse(time), timezone)).toBe(Date.parse(began));
  });
});

describe('in every zone, the start of a day is the first instant whose local date is that day', () => {
  it('at random instants', () => {
    const instant = fc.integer({ min: from, max: until });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, time) => expectFirstInstants(zone, time)),
      { numRuns: 2_000 },
    );
  });

  it('around every clock change', () => {
    const changes = zones.flatMap((zone) => computeChanges(zone).map((time) => ({ zone, time })));
    expect(changes.length).toBeGreaterThan(1_000);
    for (const { zone, time } of changes) for (const days of [-1, 0, 1]) expectFirstInstants(zone, time + days * dayMs);
  });
});

function expectFirstInstants(zone: string, time: number): void {
  const date = dateIn(zone);
  const [start, next] = [startOfDay(time, zone), startOfNextDay(time, zone)];
  const facts = { start: date(start), before: date(start - 1) < date(time), last: date(next - 1), next: date(next) };
  expect({ zone, time, ...facts, isLater: facts.next > facts.last, named: getMidnight(date(time), zone) }).toEqual({
    zone,
    time,
    start: date(time),
    before: true,
    last: date(time),
    next: facts.next,
    isLater: true,
    named: start,
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Local ISO date, from the calendar of the JavaScript runtime. */
function dateIn(timeZone: string): (time: number) => string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return (time) => format.format(time);
}

/** Instants, each within an hour after a clock change of the zone. */
function computeChanges(timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
  const changes: number[] = [];
  const stepMs = 10 * dayMs;
  for (let time = from; time < until; time += stepMs) {
    if (format.format(time) === format.format(time + stepMs)) continue;
    let [low, high] = [time, time + stepMs];
    while (high - low > hourMs) {
      const middle = (low + high) / 2;
      if (format.format(middle) === format.format(low)) low = middle;
      else high = middle;
    }
    changes.push(high);
  }
  return changes;
}

describe('a zone from outside', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['America/New_York', 'America/New_York'],
    ['Etc/Unknown', 'UTC'],
    ['Mars/Olympus', 'UTC'],
    [undefined, 'UTC'],
  ])('%s is computed in as %s', (name, zone) => {
    expect(knownZone(name)).toBe(zone);
  });

  it('is known by its older name where the runtime has not learned the new one', () => {
    const { DateTimeFormat } = Intl;
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, options) {
      if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone specified: Europe/Kyiv');
      return new DateTimeFormat(locale, options);
    });
    expect(knownZone('Europe/Kyiv')).toBe('Europe/Kiev');
  });
});
