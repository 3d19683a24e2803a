import { describe, expect, it } from 'vitest';
import { createCallBudget } from './call-budget.ts';

const atStart = Date.parse('2026-03-02T09:30:00.000Z');

describe('calls an hour', () => {
  it('are counted by the clock hour; beyond them the seconds to the next are told', () => {
    const time = { now: atStart };
    const budget = createCallBudget(2, { now: () => time.now });
    expect([budget.take(), budget.take(), budget.take()]).toEqual([null, null, 1_800]);
    time.now += 1_800_000;
    expect(budget.take()).toBeNull();
  });

  it('of zero are without limit', () => {
    const budget = createCallBudget(0, { now: () => atStart });
    expect(Array.from({ length: 1_000 }, () => budget.take()).every((wait) => wait === null)).toBe(true);
  });
});
