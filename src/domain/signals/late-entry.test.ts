import { describe, expect, it } from 'vitest';
import { minDuration, durationMs } from '../market/duration.ts';
import {
  areLateEntriesInTime,
  delayMs,
  lateDelays,
  type LateEntry,
  lateOutcomes,
  parseLateEntry,
  writeLateEntry,
} from './late-entry.ts';
import { limits } from './limits.ts';

const entry = (delay: LateEntry['delay'], afterMs: number, openPrice = 1.1): LateEntry => ({
  delay,
  openPrice,
  afterMs,
});

describe('late entries', () => {
  it('lie before the closing tick of the shortest signal', () => {
    const last = Math.max(...lateDelays.map(delayMs)) + limits.entryTickWithinMs;
    expect(last).toBeLessThan(durationMs(minDuration) - limits.closingTickMaxAgeMs);
  });

  it('are written and read as one line each', () => {
    expect(writeLateEntry(entry(10, 10_120, 1.08441))).toBe('10 1.08441 10120');
    expect(parseLateEntry('10 1.08441 10120')).toEqual(entry(10, 10_120, 1.08441));
  });

  it.each(['', '7 1.1 7100', '5 0 5100', '5 -1 5100', '5 x 5100', '5 1.1 5100.5', '5 1.1 5100 9', '5 1.1'])(
    'a line of another form is not read: %s',
    (line) => {
      expect(parseLateEntry(line)).toBeNull();
    },
  );

  it('lie within five seconds after their delay, in order and once each', () => {
    expect(areLateEntriesInTime([])).toBe(true);
    expect(areLateEntriesInTime([entry(5, 5_000), entry(10, 15_000), entry(30, 30_001)])).toBe(true);
    expect(areLateEntriesInTime([entry(5, 4_999)])).toBe(false);
    expect(areLateEntriesInTime([entry(5, 10_001)])).toBe(false);
    expect(areLateEntriesInTime([entry(10, 10_000), entry(5, 5_000)])).toBe(false);
    expect(areLateEntriesInTime([entry(5, 5_000), entry(5, 5_001)])).toBe(false);
  });

  it('are judged by the close of the signal, and are void without a tick', () => {
    const late = [entry(5, 5_100, 1.1), entry(10, 10_100, 1.1002), entry(30, 30_100, 1.1001)];
    expect(lateOutcomes(late, { direction: 'BUY', closePrice: 1.1001, digits: 5 })).toEqual({
      5: 'successful',
      10: 'unsuccessful',
      20: 'void',
      30: 'neutral',
    });
  });
});
