import { describe, expect, it } from 'vitest';
import {
  createChandeMomentum,
  createCommodityChannel,
  createDeMarker,
  createSequentialSetup,
  createUltimateOscillator,
} from './indicators.ts';
import type { PointBar } from './feature-group.ts';
import { createSquadFeatures } from './squad-features.ts';

/**
 * Random bars in whole points; uses Lehmer's generator, so the numbers are reproducible everywhere.
 */
function wanderingPoints(count: number) {
  let state = 4_711;
  let close = 0;
  const next = (span: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % (2 * span + 1)) - span;
  };
  return Array.from({ length: count }, () => {
    const open = close + next(2);
    close = open + next(20);
    return { high: Math.max(open, close) + Math.abs(next(5)), low: Math.min(open, close) - Math.abs(next(5)), close };
  });
}

const bars = wanderingPoints(300);
const windowAt = (i: number, period: number) => bars.slice(i - period + 1, i + 1);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('a stream equals its batch definition', () => {
  it('commodity channel index of 20', () => {
    const index = createCommodityChannel(20);
    bars.forEach(({ high, low, close }, i) => {
      const streamed = index(high, low, close);
      if (i < 19) return expect(streamed).toBeNaN();
      const typical = windowAt(i, 20).map((bar) => (bar.high + bar.low + bar.close) / 3);
      const mean = sum(typical) / 20;
      const deviation = sum(typical.map((value) => Math.abs(value - mean))) / 20;
      expect(streamed).toBeCloseTo(((typical.at(-1) ?? 0) - mean) / (0.015 * deviation), 8);
    });
  });

  it('Chande momentum of 14', () => {
    const momentum = createChandeMomentum(14);
    bars.forEach(({ close }, i) => {
      const streamed = momentum(close);
      if (i < 14) return expect(streamed).toBeNaN();
      const changes = windowAt(i, 14).map((bar, n) => bar.close - (bars[i - 14 + n]?.close ?? 0));
      const [rises, falls] = [1, -1].map((sign) => sum(changes.map((change) => Math.max(sign * change, 0))));
      expect(streamed).toBeCloseTo((100 * ((rises ?? 0) - (falls ?? 0))) / ((rises ?? 0) + (falls ?? 0)), 9);
    });
  });

  it('DeMarker of 14', () => {
    const deMarker = createDeMarker(14);
    bars.forEach(({ high, low }, i) => {
      const streamed = deMarker(high, low);
      if (i < 14) return expect(streamed).toBeNaN();
      const before = (n: number) => bars[i - 14 + n] ?? { high: 0, low: 0 };
      const rises = sum(windowAt(i, 14).map((bar, n) => Math.max(bar.high - before(n).high, 0)));
      const falls = sum(windowAt(i, 14).map((bar, n) => Math.max(before(n).low - bar.low, 0)));
      expect(streamed).toBeCloseTo(rises / (rises + falls), 9);
    });
  });

  it('Ultimate Oscillator', () => {
    const ultimate = createUltimateOscillator();
    bars.forEach(({ high, low, close }, i) => {
      const streamed = ultimate(high, low, close);
      if (i < 28) return expect(streamed).toBeNaN();
      const mean = (period: number): number => {
        const before = (n: number) => bars[i - period + n]?.close ?? 0;
        const bottoms = windowAt(i, period).map((bar, n) => Math.min(bar.low, before(n)));
        const pressures = windowAt(i, period).map((bar, n) => bar.close - (bottoms[n] ?? 0));
        const ranges = windowAt(i, period).map((bar, n) => Math.max(bar.high, before(n)) - (bottoms[n] ?? 0));
        return sum(pressures) / sum(ranges);
      };
      expect(streamed).toBeCloseTo((100 * (4 * mean(7) + 2 * mean(14) + mean(28))) / 7, 9);
    });
  });

  it('Sequential setup', () => {
    const setup = createSequentialSetup();
    bars.forEach(({ close }, i) => {
      const streamed = setup(close);
      const side = (at: number): number => Math.sign((bars[at]?.close ?? 0) - (bars[at - 4]?.close ?? Number.NaN)) || 0;
      let length = 0;
      for (let at = i; at >= 4 && side(at) !== 0 && side(at) === side(i); at -= 1) length += 1;
      expect(streamed).toBe(length === 0 ? 0 : side(i) * length);
    });
  });
});

const names = createSquadFeatures().features.map(({ name }) => name);

/** The votes after ninety minutes of closes in one direction. */
function votesAfter(step: number): Record<string, number> {
  const squad = createSquadFeatures();
  const out = new Float64Array(names.length);
  let previousClose = Number.NaN;
  for (let i = 0; i < 90; i += 1) {
    const close = i * step;
    const bar: PointBar = {
      time: i * 60_000,
      open: close,
      high: close + 1,
      low: close - 1,
      close,
      previousClose,
      range: Math.abs(step) + 1,
      scale: 10,
      level: 100_000,
    };
    squad.push(bar, out, 0);
    previousClose = close;
  }
  return Object.fromEntries(names.map((name, i) => [name, out[i] as number]));
}

describe('squad', () => {
  it('has thirteen voters with unique names', () => {
    expect(new Set(names).size).toBe(13);
  });

  it('calls a market that only rose overbought and one that only fell oversold', () => {
    const [risen, fallen] = [votesAfter(10), votesAfter(-10)];
    const agreeing = ['vote_rsi_14', 'vote_rsi_2', 'vote_stochastic', 'vote_williams_r', 'vote_cci', 'vote_cmo'];
    for (const name of [...agreeing, 'vote_demarker', 'vote_ultimate', 'vote_setup', 'vote_keltner']) {
      expect(risen[name], name).toBe(-1);
      expect(fallen[name], name).toBe(1);
    }
  });

  it('does not vote when the market stands still', () => {
    expect(Object.values(votesAfter(0)).every((vote) => vote === 0)).toBe(true);
  });
});
