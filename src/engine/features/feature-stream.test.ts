import { describe, expect, it } from 'vitest';
import { wanderingBars } from '#tests/support/market/wandering-bars.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { createFeatureStream, dayStartBars, pairFeatureInfos, warmUpBars } from './feature-stream.ts';
import { quietMinutes } from './close-line.ts';

const start = Date.parse('2018-03-05T00:00:00Z');

const wanderingBarsFrom = (count: number, level?: number, digits?: number): Bar[] =>
  wanderingBars({ start, count, ...(level && { level }), ...(digits && { digits }) });

const toVectors = (bars: readonly Bar[], symbol = 'EURUSD'): (number[] | null)[] => {
  const stream = createFeatureStream(symbol);
  return bars.map((bar) => {
    const vector = stream.push(bar);
    return vector && [...vector];
  });
};

const bars = wanderingBarsFrom(1_200);

describe('feature stream', () => {
  it('emits nothing during warm-up and a finite number for every feature afterwards', () => {
    const vectors = toVectors(bars);
    expect(vectors.findIndex((vector) => vector !== null)).toBe(warmUpBars - 1);
    for (const vector of vectors.slice(warmUpBars - 1)) {
      expect(vector).toHaveLength(pairFeatureInfos.length);
      expect(vector?.every(Number.isFinite)).toBe(true);
    }
    expect(new Set(pairFeatureInfos.map(({ name }) => name)).size).toBe(pairFeatureInfos.length);
  });

  it('gives bit-identical vectors for a prefix of the bars', () => {
    expect(toVectors(bars.slice(0, 700))).toEqual(toVectors(bars).slice(0, 700));
  });

  it('does not depend on its start: ten warm-ups later no trace of another past is left', () => {
    const many = wanderingBarsFrom(11 * warmUpBars);
    const late = toVectors(many.slice(warmUpBars - 100)).at(-1) ?? [];
    const early = toVectors(many).at(-1) ?? [];
    late.forEach((value, i) => {
      expect(value).toBeCloseTo(early[i] as number, 12);
    });
  });

  it('follows from the bars of a day and the newest before it, to the bit', () => {
    const many = wanderingBarsFrom(1_440 + 300);
    const whole = toVectors(many).slice(1_440);
    expect(toVectors(many.slice(1_440 - dayStartBars)).slice(dayStartBars)).toEqual(whole);
    expect(toVectors(many.slice(1_441 - dayStartBars)).slice(dayStartBars - 1)).not.toEqual(whole);
  });

  it('flips its mirrored features when the market is inverted, and only those', () => {
    const mirror = bars.map(({ time, open, high, low, close }) => {
      const turned = (price: number): number => Number((2.4 - price).toFixed(5));
      return { time, open: turned(open), high: turned(low), low: turned(high), close: turned(close) };
    });
    const upright = toVectors(bars).at(-1) ?? [];
    const turned = toVectors(mirror).at(-1) ?? [];
    pairFeatureInfos.forEach(({ name, mirrored }, i) => {
      // The price level differs slightly between the two markets.
      const places = name === 'range_level' ? 1 : 9;
      expect(turned[i], name).toBeCloseTo((mirrored ? -1 : 1) * (upright[i] as number), places);
    });
  });

  it('scales a three-digit pair and an unknown symbol alike', () => {
    const yen = toVectors(wanderingBarsFrom(400, 120, 3), 'USDJPY').at(-1) ?? [];
    const unknown = toVectors(wanderingBarsFrom(400, 120, 3), 'USDTHB').at(-1);
    const euro = toVectors(wanderingBarsFrom(400, 1.2, 5)).at(-1) ?? [];
    expect(unknown).toEqual(yen);
    pairFeatureInfos.forEach(({ name, mirrored }, i) => {
      if (mirrored) expect(yen[i], name).toBeCloseTo(euro[i] as number, 9);
    });
  });

  it('bridges a quiet market and restarts after a feed break', () => {
    const after = (missing: number): (number[] | null)[] => {
      const late = bars.slice(600, 600 + warmUpBars).map((bar) => ({ ...bar, time: bar.time + missing * minuteMs }));
      return toVectors([...bars.slice(0, 600), ...late]).slice(600);
    };
    expect(after(quietMinutes).every((vector) => vector !== null)).toBe(true);
    const broken = after(quietMinutes + 1);
    expect(broken.findIndex((vector) => vector !== null)).toBe(warmUpBars - 1);
    expect(broken.at(-1)).toEqual(
      toVectors(
        bars.slice(600, 600 + warmUpBars).map((bar) => ({ ...bar, time: bar.time + (quietMinutes + 1) * minuteMs })),
      ).at(-1),
    );
  });

  it('ignores a bar that is not later than the last', () => {
    const stream = createFeatureStream('EURUSD');
    for (const bar of bars.slice(0, 500)) stream.push(bar);
    expect(stream.push(bars[400] as Bar)).toBeNull();
    const next = stream.push(bars[500] as Bar);
    expect(next && [...next]).toEqual(toVectors(bars)[500]);
  });

  it('stays finite when nothing moves', () => {
    const flat = bars.map(({ time }) => ({ time, open: 1.1, high: 1.1, low: 1.1, close: 1.1 }));
    expect(toVectors(flat).at(-1)?.every(Number.isFinite)).toBe(true);
  });
});
