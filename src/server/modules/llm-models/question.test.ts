import { describe, expect, it, test } from 'vitest';
import type { Bar } from '#engine/bar/bar.ts';
import { barHistory } from '#tests/support/market/bar-history.ts';
import { wanderingBars } from '#tests/support/market/wandering-bars.ts';
import { minuteMs } from '#domain/time.ts';
import { createReadMarket } from './market-reading.ts';
import { questionOnBars, questionOnIndicators } from './llm-forecasts.ts';

const start = Date.parse('2026-03-02T06:00:00.000Z');
const bars = wanderingBars({ start, count: 400 });
const now = start + 400 * minuteMs + 5_000;

const toReading = (of: readonly Bar[], at = now) => {
  const reading = createReadMarket(barHistory({ EURUSD: of }))('EURUSD', at);
  if (!reading) throw new Error('nothing could be read');
  return reading;
};

describe.each([
  ['on bars', questionOnBars],
  ['on indicators', questionOnIndicators],
])('a question %s', (_name, question) => {
  const requested = question(toReading(bars), 5);

  it('holds only numbers of the pair: no name, no date, no price', () => {
    const text = requested.instructions + requested.readings;
    expect(text).not.toMatch(/EUR|USD|2026|2018|1\.[12]\d{3,}/);
    expect(requested.instructions).toContain('5 minutes from now');
  });

  it('is the same for the same movements of a pair that costs a hundred times as much', () => {
    const yen = bars.map(({ time, ...prices }) => ({
      time,
      ...(Object.fromEntries(Object.entries(prices).map(([k, v]) => [k, Math.round(v * 1e5) / 1e3])) as Omit<
        Bar,
        'time'
      >),
    }));
    const reading = createReadMarket(barHistory({ USDJPY: yen }))('USDJPY', now);
    expect(reading && question(reading, 5)).toEqual(requested);
  });

  it('does not depend on anything after its bar', () => {
    const later = wanderingBars({ start: start + 400 * minuteMs, count: 5, level: 2 });
    expect(question(toReading([...bars, ...later]), 5)).toEqual(requested);
  });
});

test('reads a pair once a minute, and again when the next bar has closed', () => {
  const read = createReadMarket(barHistory({ EURUSD: wanderingBars({ start, count: 402 }) }));
  const first = read('EURUSD', now);
  expect(read('EURUSD', now + 30_000)).toBe(first);
  expect(read('EURUSD', now + minuteMs)).toMatchObject({ barTime: start + 400 * minuteMs });
});

describe('reads nothing', () => {
  it.each([
    ['from a pair without bars', [], now],
    ['while the features warm up', bars.slice(-200), now],
    ['from bars that ended too long ago for a signal', bars, now + 65_000],
    ['right after a break of the feed', bars.filter((_, i) => i < 380 || i > 390), now],
  ])('%s', (_name, of, at) => {
    expect(createReadMarket(barHistory({ EURUSD: of }))('EURUSD', at)).toBeNull();
  });
});
