import { describe, expect, it } from 'vitest';
import { createCallBudget } from './call-budget.ts';

const atStart = Date.parse('2026-03-02T09:30:00.000Z');

describe('hourly call budget', () => {
  it('counts by the clock hour and returns the seconds to the next one when it is spent', () => {
    const time = { now: atStart };
    const budget = createCallBudget(2, { now: () => time.now });
    expect([budget.take(), budget.take(), budget.take()]).toEqual([null, null, 1_800]);
    time.now += 1_800_000;
    expect(budget.take()).toBeNull();
  });

  it('has no limit at zero', () => {
    const budget = createCallBudget(0, { now: () => atStart });
    expect(Array.from({ length: 1_000 }, () => budget.take()).every((wait) => wait === null)).toBe(true);
  });
});
