import { beforeEach, describe, expect, it } from 'vitest';
import { decidableUntil } from '#server/live/live-engine.ts';
import type { MinuteStatement } from '#engine/forecast/state-minute.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { aForecast } from '#tests/support/record/stated-forecasts.ts';
import { minuteMs } from '#domain/time.ts';
import { createShadow, type Shadow } from './shadow.ts';

const start = Date.parse('2026-03-02T09:00:00.000Z');
let now: number;
let isAway: boolean;
let stated: MinuteStatement[];
let settled: number;
let logged: string[];
let skipped: number[];
let graces: number[];
let shadow: Shadow;

beforeEach(() => {
  [now, isAway, stated, settled, logged, skipped, graces] = [start, false, [], 0, [], [], []];
  const reached = async <T>(answer: () => T): Promise<T> => {
    if (isAway) throw new Error('the database is unavailable');
    return answer();
  };
  shadow = createShadow({
    recentTicks: () => [],
    newestForecasts: () => [],
    feed: { id: 'simulated:1', kind: 'simulated', symbols: ['EURUSD', 'GBPUSD'] },
    appendMinute: ({ barTime, stateAt }) =>
      reached(() => {
        const minute = now < barTime + 2 * minuteMs ? stateAt(now, []) : null;
        return minute !== null && stated.push(minute) > 0;
      }),
    recordGaps: (grace) => reached(() => void graces.push(grace)),
    gapReasons: { markStarted: () => undefined, markLate: (minute) => skipped.push(minute) },
    settleMinutes: () => reached(() => ++settled),
    findOpenPairs: async () => [],
    tickLog: { add: () => undefined, flush: async () => undefined },
    isOpen: () => true,
    clock: { now: () => now },
    decidableUntil: () => decidableUntil({ now, feedTime: now, isSilent: true, speed: 1 }),
    after: createVirtualTime(start).scheduler.after,
    log: {
      error: (_: object, text: string) => logged.push(text),
      info: (_: object, text: string) => logged.push(text),
    } as never,
  });
});

/** All forecasts of a minute at its close. */
const close = (minute: number, late = 650): void => {
  now = start + minute * minuteMs + late;
  const output = {
    model: 'kurs_ai_v1',
    duration: 5,
    direction: 'BUY',
    passability: 57,
    now: start + minute * minuteMs,
  } as const;
  shadow.onForecasts(['EURUSD', 'GBPUSD'].map((symbol) => aForecast({ ...output, symbol })));
};

describe('shadow forecasts while the database is down', () => {
  it('are stated as of then once it is back within the minute', async () => {
    isAway = true;
    close(1);
    await shadow.poll();
    expect(stated).toEqual([]);
    now += 20_000;
    isAway = false;
    await shadow.poll();
    expect(stated.map(({ statedAt }) => statedAt)).toEqual([start + minuteMs + 20_650]);
  });

  it('are dropped after a minute with a log entry, and later minutes continue', async () => {
    isAway = true;
    close(1);
    await shadow.poll();
    close(2);
    now += 30_000;
    isAway = false;
    await shadow.poll();
    expect(stated.map(({ statedAt }) => statedAt)).toEqual([start + 2 * minuteMs + 30_650]);
    expect(skipped).toEqual([start]);
    expect(logged.at(-1)).toContain('skipped shadow forecasts of a minute');
  });

  it('are settled at the first iteration after it is back', async () => {
    close(1);
    isAway = true;
    await shadow.poll();
    expect(settled).toBe(0);
    isAway = false;
    await shadow.poll();
    expect(settled).toBe(1);
  });
});

describe('a process that takes the lead', () => {
  it('leaves the minute that has just ended out of the gaps, because its bars may be back-filled', async () => {
    await shadow.resume();
    expect(graces).toEqual([1]);
  });
});

describe('forecasts', () => {
  it('are not stated when their close is published more than a minute late', async () => {
    close(1, minuteMs + 1);
    await shadow.poll();
    expect(stated).toEqual([]);
  });

  it('are stated together, the pair in turn and the strongest, before anything of their outcome is known', async () => {
    close(1);
    await shadow.poll();
    const [minute] = stated;
    expect(minute?.models.map(({ model }) => model)).toEqual(['kurs_ai_v1']);
    expect(minute?.models[0]?.statements.filter(({ isInTurn }) => isInTurn)).toHaveLength(1);
    expect(minute?.models[0]?.statements.filter(({ isIssued }) => isIssued)).toHaveLength(1);
  });
});
