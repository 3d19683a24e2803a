import { describe, expect, it, test } from 'vitest';
import { changeLimits, countDay, type StoredLimits, limitsAt, noLimits, reachedLimit } from './own-limits.ts';

const now = 1_000;
const tomorrow = 2_000;
const saved = (limits: Partial<typeof noLimits>): StoredLimits => ({ limits: { ...noLimits, ...limits }, next: null });

describe('a change of limits', () => {
  it('that tightens holds at once', () => {
    const changed = changeLimits(saved({ signalsADay: 12 }), { ...noLimits, signalsADay: 5 }, now, tomorrow);
    expect(changed).toEqual(saved({ signalsADay: 5 }));
  });

  it('that loosens or takes away holds from tomorrow on', () => {
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

  it('that tightens one and loosens another does each at its time', () => {
    const changed = changeLimits(
      saved({ signalsADay: 5 }),
      { ...noLimits, signalsADay: 9, lossesADay: 2 },
      now,
      tomorrow,
    );
    expect(limitsAt(changed, now)).toEqual({ ...noLimits, signalsADay: 5, lossesADay: 2 });
    expect(limitsAt(changed, tomorrow)).toEqual({ ...noLimits, signalsADay: 9, lossesADay: 2 });
  });

  it('takes back a loosening that has not come yet', () => {
    const loosened = changeLimits(saved({ lossesADay: 4 }), noLimits, now, tomorrow);
    const again = changeLimits(loosened, { ...noLimits, lossesADay: 3 }, now + 1, tomorrow);
    expect(again).toEqual(saved({ lossesADay: 3 }));
  });

  it('the day after starts from what holds by then', () => {
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
] as const)('the day %j counts as %j', (results, counted) => {
  expect(countDay(results)).toEqual(counted);
});

test.each([
  [{}, null],
  [{ lossesInARow: 3 }, null],
  [{ lossesInARow: 2 }, 'lossesInARow'],
  [{ lossesADay: 4, signalsADay: 7 }, 'signalsADay'],
  [{ lossesADay: 3 }, 'lossesADay'],
] as const)('of limits %j the day has reached %s', (limits, reached) => {
  expect(reachedLimit({ ...noLimits, ...limits }, { signals: 7, losses: 3, lossesInARow: 2 })).toBe(reached);
});
