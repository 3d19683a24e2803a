import { describe, expect, it, test } from 'vitest';
import { changeLimits, countDay, type StoredLimits, limitsAt, noLimits, reachedLimit } from './own-limits.ts';

const now = 1_000;
const tomorrow = 2_000;
const saved = (limits: Partial<typeof noLimits>): StoredLimits => ({ limits: { ...noLimits, ...limits }, next: null });

describe('a change of limits', () => {
  it('takes effect at once when it tightens', () => {
    const changed = changeLimits(saved({ signalsADay: 12 }), { ...noLimits, signalsADay: 5 }, now, tomorrow);
    expect(changed).toEqual(saved({ signalsADay: 5 }));
  });

  it('takes effect tomorrow when it loosens or removes a limit', () => {
    const changed = changeLimits(
      saved({ signalsADay: 5, lossesInARow: 3 }),
      { ...noLimits, signalsADay: 9 },
      now,
      tomorrow,
    );
    expect(limitsAt(changed, now)).toEqual({ ...noLimits, signalsADay: 5, lossesInARow: 3 });
    expect(limitsAt(changed, tomorrow - 1).signalsADay).toBe(5);
    expect(limitsAt(changed, tomorrow)).toEqual({ ...noLimits, signalsADay: 9 });
  });

  it('takes effect limit by limit when it tightens one and loosens another', () => {
    const changed = changeLimits(
      saved({ signalsADay: 5 }),
      { ...noLimits, signalsADay: 9, lossesADay: 2 },
      now,
      tomorrow,
    );
    expect(limitsAt(changed, now)).toEqual({ ...noLimits, signalsADay: 5, lossesADay: 2 });
    expect(limitsAt(changed, tomorrow)).toEqual({ ...noLimits, signalsADay: 9, lossesADay: 2 });
  });

  it('cancels a pending loosening', () => {
    const loosened = changeLimits(saved({ lossesADay: 4 }), noLimits, now, tomorrow);
    const again = changeLimits(loosened, { ...noLimits, lossesADay: 3 }, now + 1, tomorrow);
    expect(again).toEqual(saved({ lossesADay: 3 }));
  });

  it('starts from the limits in force after a past change took effect', () => {
    const loosened = changeLimits(saved({ lossesADay: 4 }), noLimits, now, tomorrow);
    const later = changeLimits(loosened, { ...noLimits, lossesADay: 8 }, tomorrow + 1, 3_000);
    expect(later).toEqual(saved({ lossesADay: 8 }));
  });
});

test.each([
  [[], { signals: 0, losses: 0, lossesInARow: 0 }],
  [[null], { signals: 1, losses: 0, lossesInARow: 0 }],
  [
    ['unsuccessful', 'neutral', 'unsuccessful', 'successful', 'unsuccessful'],
    { signals: 5, losses: 3, lossesInARow: 2 },
  ],
  [['void', 'unsuccessful', 'void'], { signals: 1, losses: 1, lossesInARow: 1 }],
  [['successful', 'unsuccessful'], { signals: 2, losses: 1, lossesInARow: 0 }],
] as const)('counts a day with the results %j as %j', (results, counted) => {
  expect(countDay(results)).toEqual(counted);
});

test.each([
  [{}, null],
  [{ lossesInARow: 3 }, null],
  [{ lossesInARow: 2 }, 'lossesInARow'],
  [{ lossesADay: 4, signalsADay: 7 }, 'signalsADay'],
  [{ lossesADay: 3 }, 'lossesADay'],
] as const)('finds among the limits %j the reached one: %s', (limits, reached) => {
  expect(reachedLimit({ ...noLimits, ...limits }, { signals: 7, losses: 3, lossesInARow: 2 })).toBe(reached);
});
