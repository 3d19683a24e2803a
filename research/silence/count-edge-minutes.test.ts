import { describe, expect, it } from 'vitest';
import { marketSessionAt } from '#domain/market/market-session.ts';
import { minuteMs } from '#domain/time.ts';
import type { Forecast, LocalForecaster } from '#engine/forecast/forecaster.ts';
import { wanderingBars } from '#tests/support/market/wandering-bars.ts';
import { toTable } from '../bars/load-bars.ts';
import { countEdgeMinutes } from './count-edge-minutes.ts';

/** Decisions from 03:00 to 22:00 New York: the day, the rollover and two hours of the evening. */
const [from, to] = [Date.parse('2018-10-02T06:59:00Z'), Date.parse('2018-10-03T01:59:00Z')];
const warmUp = 300;
const threshold = 55;

/** States `passabilityAt(symbol, minute)` for 5 minutes and one half for all other durations. */
function modelThatStates(passabilityAt: (symbol: string, minute: number) => number): LocalForecaster {
  const model: LocalForecaster = {
    key: 'kurs_ai_v2',
    version: '1',
    signalFrom: { 2: threshold, 3: threshold, 5: threshold, 7: threshold, 10: threshold },
    score: () => 0,
    stateScore: () => 0.5,
    explain: () => ({ baseRate: 50, sampleSize: 0, contributions: [] }),
    onFeed: () => model,
    forecast: (symbol, barTime, _features, duration): Forecast => {
      const passability = duration === 5 ? passabilityAt(symbol, barTime / minuteMs) : 50;
      const decidedAt = barTime + minuteMs;
      return {
        model: 'kurs_ai_v2',
        modelVersion: '1',
        symbol,
        barTime,
        decidedAt,
        duration,
        pUp: passability / 100,
        passability,
        signalFrom: threshold,
        signalled: passability >= threshold,
        session: marketSessionAt(decidedAt),
      };
    },
  };
  return model;
}

const bars = wanderingBars({ start: from - warmUp * minuteMs, count: (to - from) / minuteMs + warmUp });
const tables = ['EURUSD', 'AUDUSD'].map((symbol) => toTable(symbol, bars));

const count = (passabilityAt: (symbol: string, minute: number) => number) =>
  countEdgeMinutes([modelThatStates(passabilityAt)], tables, { from, to, countFrom: from, calibrationDays: 30 });

describe('the minutes with an edge', () => {
  const { minutes, rows } = count((symbol, minute) => (minute % (symbol === 'EURUSD' ? 2 : 4) === 0 ? 60 : 52));
  const of = (duration: 5 | 7 | 'any') => rows.find((row) => row.model === 'kurs_ai_v2' && row.duration === duration);

  it('are counted once, however many pairs have one', () => {
    expect(minutes).toEqual({ day: 780, evening: 120, rollover: 240 });
    expect(of(5)?.ofFile).toEqual({ day: 0.5, evening: 0.5, rollover: 0.5 });
  });

  it('are those of any duration, and of no other duration than stated', () => {
    expect(of(7)?.ofFile.day).toBe(0);
    expect(of('any')).toEqual({ ...of(5), duration: 'any' });
    expect(rows.at(-1)).toEqual({ ...of(5), model: 'any', duration: 'any' });
  });

  it('are by day only while too few days were seen for a calibration', () => {
    expect(of(5)?.calibrated).toEqual({ day: 0.5, evening: 0, rollover: 0 });
  });

  it('are none where the edge is gone by the time it is stated', () => {
    const barely = count(() => threshold);
    expect(barely.rows.every(({ ofFile }) => ofFile.day === 0)).toBe(true);
  });
});
