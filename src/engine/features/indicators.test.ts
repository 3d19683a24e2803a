import { describe, expect, it } from 'vitest';
import {
  createBollingerZ,
  createDelayLine,
  createExponentialMean,
  createRelativeStrength,
  createRollingExtreme,
  createRollingSum,
  createStochasticPosition,
} from './indicators.ts';

/**
 * A random walk in whole points; uses Lehmer's generator, so the numbers are reproducible
 * everywhere.
 */
function wanderingPoints(count: number): number[] {
  let state = 20_180_101;
  let point = 0;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    point += (state % 41) - 20;
    return point;
  });
}

const points = wanderingPoints(800);
const windowAt = (end: number, size: number): number[] => points.slice(end - size + 1, end + 1);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('a stream equals its batch definition', () => {
  it.each([1, 5, 60, 240])('rolling sum of %i, bit for bit', (size) => {
    const rolling = createRollingSum(size);
    const streamed = points.map((point) => rolling(point));
    expect(streamed).toEqual(points.map((_, i) => (i + 1 < size ? Number.NaN : sum(windowAt(i, size)))));
  });

  it.each([10, 20, 30, 60, 120, 240])('Bollinger z over %i', (period) => {
    const z = createBollingerZ(period);
    points.forEach((point, i) => {
      const streamed = z(point);
      if (i + 1 < period) return expect(streamed).toBeNaN();
      const window = windowAt(i, period);
      const mean = sum(window) / period;
      const deviation = Math.sqrt(sum(window.map((value) => (value - mean) ** 2)) / period);
      expect(streamed).toBeCloseTo((point - mean) / deviation, 9);
    });
  });

  it.each(['highest', 'lowest'] as const)('rolling %s with its age, bit for bit', (kind) => {
    const extreme = createRollingExtreme(kind, 14);
    points.forEach((point, i) => {
      const window = points.slice(Math.max(0, i - 13), i + 1);
      const value = kind === 'highest' ? Math.max(...window) : Math.min(...window);
      expect(extreme.push(point)).toBe(value);
      expect(extreme.age).toBe(window.length - 1 - window.lastIndexOf(value));
    });
  });

  it('delay line, bit for bit', () => {
    const line = createDelayLine(61);
    points.forEach((point, i) => {
      line.push(point);
      for (const steps of [0, 1, 30, 60]) expect(line.ago(steps)).toBe(points[i - steps] ?? Number.NaN);
    });
  });

  it('exponential mean from the simple mean of its first values', () => {
    const period = 12;
    const mean = createExponentialMean(period);
    const streamed = points.map((point) => mean(point));
    let batch = sum(points.slice(0, period)) / period;
    expect(streamed[period - 2]).toBeNaN();
    expect(streamed[period - 1]).toBeCloseTo(batch, 9);
    for (let i = period; i < points.length; i += 1) {
      batch = (points[i] as number) * (2 / 13) + batch * (11 / 13);
      expect(streamed[i]).toBeCloseTo(batch, 9);
    }
  });

  it('stochastic position between the extremes of the window', () => {
    const position = createStochasticPosition(30);
    points.forEach((point, i) => {
      const streamed = position.push(point + 3, point - 4, point);
      const window = points.slice(Math.max(0, i - 29), i + 1);
      const [high, low] = [Math.max(...window) + 3, Math.min(...window) - 4];
      expect(streamed).toBeCloseTo((2 * (point - low)) / (high - low) - 1, 9);
    });
  });
});

describe('relative strength', () => {
  // StockCharts' worked example of Wilder's RSI(14) ("Relative Strength Index", ChartSchool), to the two decimals it prints.
  const closes = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614,
    46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548,
    44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
  ];
  const published = [
    70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87, 45.46,
    37.3, 33.08, 37.77,
  ];

  it('matches the published numbers', () => {
    const strength = createRelativeStrength(14);
    const streamed = closes.map((close) => strength(close));
    expect(streamed.slice(0, 14).every(Number.isNaN)).toBe(true);
    streamed.slice(14).forEach((value, i) => {
      expect(value).toBeCloseTo(published[i] as number, 1);
    });
  });

  it('is 50 when nothing moved, 100 when all rose, 0 when all fell', () => {
    const getLast = (values: number[]): number | undefined => {
      const strength = createRelativeStrength(7);
      return values.map((value) => strength(value)).at(-1);
    };
    expect(getLast(Array(10).fill(5))).toBe(50);
    expect(getLast([1, 2, 3, 4, 5, 6, 7, 8])).toBe(100);
    expect(getLast([8, 7, 6, 5, 4, 3, 2, 1])).toBe(0);
  });
});
