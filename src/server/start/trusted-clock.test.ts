import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '#domain/time.ts';
import { createTrustedClock, issueTime, type TrustedClock } from './trusted-clock.ts';

const start = Date.parse('2026-03-02T09:00:00.000Z');

let time: { true: number; steady: number; up: number; wallError: number };
let lines: unknown[];
let clock: TrustedClock;

beforeEach(() => {
  time = { true: start, steady: 5_000, up: 90_000, wallError: 0 };
  lines = [];
  const log = (fields: unknown): void => void lines.push(fields);
  clock = createTrustedClock({
    wallNow: () => time.true + time.wallError,
    steadyNow: () => time.steady,
    upMs: () => time.up,
    log: Object.assign(pino({ level: 'silent' }), { error: log, warn: log }),
  });
});

/** `look`: at each second. */
function pass(ms: number, look: () => void = () => void clock.now()): void {
  for (let passed = 0; passed < ms; passed += secondMs) {
    for (const name of ['true', 'steady', 'up'] as const) time[name] += secondMs;
    look();
  }
}

const tick = (): void => clock.observeFeed(time.true - 300);
const error = (): number => clock.now() - time.true;

describe.each([5 * minuteMs, hourMs, dayMs, -hourMs])('a wall clock that steps by %i ms', (stepMs) => {
  it('moves no time, is not trusted until it returns, and both again the second time', () => {
    for (let time_ = 0; time_ < 2; time_ += 1) {
      time.wallError = stepMs;
      pass(75_000, () => expect([error(), clock.isTrusted()]).toEqual([0, false]));
      time.wallError = 0;
      pass(5_000, () => expect([error(), clock.isTrusted()]).toEqual([0, true]));
    }
    expect(lines.filter((line) => typeof line === 'object')).toEqual([{ jumpMs: stepMs }, { jumpMs: stepMs }]);
  });

  it('does not move the time of a live feed, which says the same as before', () => {
    pass(10_000, tick);
    time.wallError = stepMs;
    pass(20 * minuteMs, () => {
      tick();
      expect([error(), clock.isTrusted()]).toEqual([0, false]);
    });
  });

  it('is taken when the feed says that it was wrong before', () => {
    time.true -= stepMs;
    time.wallError = stepMs;
    clock.now();
    pass(10_000, tick);
    expect(clock.isTrusted()).toBe(false);
    time.wallError = 0;
    pass(10_000, tick);
    expect([error(), clock.isTrusted()]).toEqual([0, true]);
  });
});

describe('a wall clock that differs for good', () => {
  it('is taken at once when the machine has slept', () => {
    clock.now();
    time.true += hourMs;
    time.up += hourMs;
    expect([error(), clock.isTrusted()]).toEqual([0, true]);
  });

  it('is taken after ten minutes where no feed says the time', () => {
    time.wallError = hourMs;
    pass(10 * minuteMs, () => expect(error()).toBe(0));
    pass(secondMs);
    expect([error(), clock.isTrusted()]).toEqual([hourMs, true]);
  });
});

describe('a feed that sends old prices', () => {
  it('says nothing about the time when they are a list, and all when they keep pace', () => {
    for (let pair = 0; pair < 28; pair += 1) clock.observeFeed(time.true - 2 * dayMs + pair);
    pass(4_000);
    expect(clock.isTrusted()).toBe(true);
    pass(10_000, () => clock.observeFeed(time.true - minuteMs));
    expect([error(), clock.isTrusted()]).toEqual([0, false]);
  });
});

it('follows drift without ever going back', () => {
  let before = clock.now();
  time.wallError = -1_500;
  pass(20_000, () => {
    expect(clock.now()).toBeGreaterThanOrEqual(before);
    before = clock.now();
  });
  expect([error(), clock.isTrusted(), lines]).toEqual([-1_500, true, []]);
});

it('issues a statement no earlier than the one before it, and none in the future', () => {
  expect([issueTime(start, start - 1), issueTime(start, start + 2_000), issueTime(start, start + 2_001)]).toEqual([
    start,
    start + 2_000,
    null,
  ]);
});
