import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../time.ts';
import { edgeShare, medianWait } from './edge-frequency.ts';

const noon = Date.parse('2026-11-24T12:00:00.000Z');
const getMinutes = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i * minuteMs);

describe('how often a model has an edge', () => {
  it('is the share of the minutes at the same hour of every recorded day', () => {
    const minutes = [...getMinutes(noon, 60), ...getMinutes(noon + 24 * hourMs, 60)];
    const edges = [noon, noon + minuteMs, noon + 24 * hourMs];
    expect(edgeShare({ minutes, edges }, 12)).toBe(3 / 120);
    expect(edgeShare({ minutes, edges: [] }, 12)).toBe(0);
  });

  it('is not stated below an hour of minutes', () => {
    expect(edgeShare({ minutes: getMinutes(noon, 59), edges: [noon] }, 12)).toBeNull();
    expect(edgeShare({ minutes: getMinutes(noon, 60), edges: [noon] }, 13)).toBeNull();
  });
});

describe('the median wait for an edge', () => {
  it('is taken over the minutes without one, up to the next edge at any hour', () => {
    const minutes = getMinutes(noon, 120);
    expect(medianWait({ minutes, edges: [noon + 60 * minuteMs] }, 12)).toBe(31 * 60);
    const everyThird = minutes.filter((_, i) => i % 3 === 2);
    expect(medianWait({ minutes, edges: everyThird }, 12)).toBe(2 * 60);
  });

  it('is unknown below an hour of minutes, without an edge, and where each minute has one', () => {
    const minutes = getMinutes(noon, 60);
    expect(medianWait({ minutes: minutes.slice(1), edges: [] }, 12)).toBeNull();
    expect(medianWait({ minutes, edges: [] }, 12)).toBeNull();
    expect(medianWait({ minutes, edges: minutes }, 12)).toBeNull();
  });

  it('is unknown when most minutes were followed by none', () => {
    const minutes = getMinutes(noon, 60);
    expect(medianWait({ minutes, edges: [noon + 10 * minuteMs] }, 12)).toBeNull();
  });
});
