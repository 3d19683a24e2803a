import { describe, expect, test } from 'vitest';
import type { Tick } from './tick.ts';
import { createTickQuality, futureToleranceMs } from './tick-quality.ts';

const noon = Date.UTC(2026, 8, 15, 12);
const tick = (seconds: number, mid: number, rest: Partial<Tick> = {}): Tick => ({
  symbol: 'EURUSD',
  time: noon + seconds * 1_000,
  receivedAt: noon + seconds * 1_000 + 20,
  bid: mid - 0.00005,
  ask: mid + 0.00005,
  ...rest,
});

/** Ten minutes with a range of one pip: a jump is then anything beyond 20 pips. */
const seeded = () => {
  const quality = createTickQuality();
  quality.seed(
    'EURUSD',
    Array.from({ length: 10 }, () => ({ high: 1.1001, low: 1.1 })),
  );
  quality.check(tick(0, 1.1));
  return quality;
};

describe('a jump', () => {
  test('of 20 pips in a market of one pip a minute is accepted, one of 21 is held', () => {
    expect(seeded().check(tick(1, 1.10199)).kind).toBe('accepted');
    expect(seeded().check(tick(1, 1.1021)).kind).toBe('held');
  });

  test('confirmed by a second tick is accepted with it, in chronological order', () => {
    const quality = seeded();
    const [first, second] = [tick(1, 1.105), tick(2, 1.1051)];
    expect(quality.check(first)).toEqual({ kind: 'held' });
    expect(quality.check(second)).toEqual({ kind: 'accepted', ticks: [first, second] });
    expect(quality.check(tick(3, 1.1052)).kind).toBe('accepted');
  });

  test('followed by a jump to a third price is dropped, and the second one is held', () => {
    const quality = seeded();
    quality.check(tick(1, 1.21));
    expect(quality.check(tick(2, 1.05))).toEqual({ kind: 'held' });
    expect(quality.check(tick(3, 1.05)).kind).toBe('accepted');
    expect(quality.counts().unconfirmed_jump).toBe(1);
  });

  test('is not confirmed by its own repetition', () => {
    const quality = seeded();
    quality.check(tick(1, 1.21));
    expect(quality.check(tick(1, 1.21))).toEqual({ kind: 'dropped', reason: 'repeated' });
    expect(quality.check(tick(2, 1.1)).kind).toBe('accepted');
  });

  test('with a timestamp ahead of its successors does not block them', () => {
    const quality = seeded();
    quality.check(tick(9, 1.21, { receivedAt: noon + 1_000 }));
    expect(quality.check(tick(2, 1.1)).kind).toBe('accepted');
  });

  test('of half a percent is held before any range is known', () => {
    const quality = createTickQuality();
    quality.check(tick(0, 1.1));
    expect(quality.check(tick(1, 1.1054)).kind).toBe('accepted');
    expect(quality.check(tick(2, 1.112)).kind).toBe('held');
  });

  test('is judged by live minutes as well as by seeded ones', () => {
    const quality = createTickQuality();
    for (let minute = 0; minute < 7; minute += 1) {
      quality.check(tick(minute * 60, 1.1));
      quality.check(tick(minute * 60 + 30, 1.1002));
    }
    expect(quality.check(tick(7 * 60, 1.1038)).kind).toBe('accepted');
    expect(quality.check(tick(7 * 60 + 1, 1.1085)).kind).toBe('held');
  });
});

describe('a wrong but plausible first tick', () => {
  const begunAt = (mid: number) => {
    const quality = createTickQuality();
    quality.seed(
      'EURUSD',
      Array.from({ length: 10 }, () => ({ high: 1.1001, low: 1.1 })),
    );
    quality.check(tick(0, mid));
    return quality;
  };
  const kinds = (quality: ReturnType<typeof createTickQuality>, ticks: readonly Tick[]) =>
    ticks.map((one) => quality.check(one).kind);

  test('is outvoted by two agreeing ticks: the next one and those after it are accepted', () => {
    const quality = begunAt(3);
    const right = [1, 2, 3, 4].map((second) => tick(second, 1.1 + second / 100_000));
    expect(kinds(quality, right)).toEqual(['dropped', 'dropped', 'accepted', 'accepted']);
    expect(quality.check(tick(5, 3))).toEqual({ kind: 'dropped', reason: 'absurd' });
    expect(quality.counts()).toMatchObject({ accepted: 3, absurd: 3 });
  });

  test('is not outvoted by ticks that disagree or by a repeated one', () => {
    const quality = begunAt(3);
    expect(kinds(quality, [tick(1, 1.1), tick(1, 1.1), tick(1, 1.1), tick(2, 1.2), tick(3, 1.1)])).toEqual(
      Array.from({ length: 5 }, () => 'dropped'),
    );
  });

  test.each([3, 1.5])('of %d does not widen the jump threshold once it is replaced', (wrong) => {
    const quality = begunAt(wrong);
    for (let second = 1; second <= 120; second += 1) quality.check(tick(second, 1.1));
    expect(quality.check(tick(121, 1.1025)).kind).toBe('held');
  });

  test('cannot be outvoted once a second tick was near it', () => {
    const quality = seeded();
    quality.check(tick(1, 1.1));
    expect(
      kinds(
        quality,
        [2, 3, 4, 5].map((second) => tick(second, 3)),
      ),
    ).toEqual(Array.from({ length: 4 }, () => 'dropped'));
  });
});

test('accepts a change of half a pip in a dead market of one price a minute', () => {
  const quality = createTickQuality();
  quality.seed(
    'EURUSD',
    Array.from({ length: 30 }, () => ({ high: 1.1, low: 1.1 })),
  );
  quality.check(tick(0, 1.1));
  expect(quality.check(tick(1, 1.10005)).kind).toBe('accepted');
});

test('accepts the same price at a later time as a separate tick', () => {
  const quality = seeded();
  expect(quality.check(tick(1, 1.1)).kind).toBe('accepted');
});

test('drops a tick beyond the clock tolerance, so that it cannot block those after it', () => {
  const quality = seeded();
  const ahead = tick(1, 1.1, { time: noon + 1_000 + futureToleranceMs + 21 });
  expect(quality.check(ahead)).toEqual({ kind: 'dropped', reason: 'future' });
  expect(quality.check(tick(2, 1.1)).kind).toBe('accepted');
});

test('judges pairs independently', () => {
  const quality = seeded();
  const other: Tick = { symbol: 'USDJPY', time: noon - 5_000, receivedAt: noon, bid: 151.2, ask: 151.21 };
  expect(quality.check(other).kind).toBe('accepted');
  expect(quality.check({ ...other, symbol: 'EURUSD_otc' })).toEqual({ kind: 'dropped', reason: 'unknown_symbol' });
});
