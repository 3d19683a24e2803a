import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tradingDaysBefore } from '#domain/market/trading-day.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { emptyStatistics } from '#engine/forecast/calibration-statistics.ts';
import { writeStatistics } from '#engine/forecast/statistics-text.ts';
import { derivNow, setUpDeriv } from '#tests/support/deriv-setup.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createArchiveDay } from './archive-day.ts';
import { listArchivedDays } from './feed-days.repository.ts';
import { createFillDays } from './fill-days.ts';
import { createHistoryPause } from './history-pause.ts';
import { warmUpDays } from './calibration.api.ts';
import { createJudgeDay } from './judge-day.ts';

const feed = { id: 'deriv', kind: 'deriv', isLive: true, symbols: ['EURUSD', 'GBPUSD', 'USDJPY'] } as const;
const ends = tradingDaysBefore(derivNow, 20);
/** What Deriv documents for history and other calls that are not trades: https://developers.deriv.com/docs/limits */
const allowed = { aMinute: 220, anHour: 14_400 };

let database: TestDatabase;
let setup: Awaited<ReturnType<typeof setUpDeriv>>;
const lines: string[] = [];
const printed: string[] = [];
/** Time passes in pauses only. */
let now = 0;
const calls: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  setup = await setUpDeriv({ symbols: feed.symbols });
  void countCalls();
  const { db } = database;
  const forecasters = [{ key: 'kurs_ai_v1', version: '1.aaaa' }] as const;
  const after = (ms: number, task: () => void) => {
    now += ms;
    setImmediate(task);
    return () => undefined;
  };
  const fillDays = createFillDays({
    db,
    feed,
    forecasters,
    archiveDay: createArchiveDay({
      db,
      engine: { feed, bars: () => [] },
      marketData: setup.market,
      pause: createHistoryPause(setup.market.history, { after }),
    }),
    judgeDay: createJudgeDay({ db, feed, forecasters }),
    startJudging: () => ({
      judge: async () => new Map([['kurs_ai_v1', writeStatistics(emptyStatistics())]]),
      close: async () => undefined,
    }),
    minutesLeft: async () => 9,
    log: { info: (facts: object, text?: string) => void lines.push(`${text} ${JSON.stringify(facts)}`) },
    print: (text) => void printed.push(text),
  });
  await fillDays(ends, new AbortController().signal, async () => undefined);
});
afterAll(async () => {
  await setup.tearDown();
  await database.close();
});

async function countCalls(): Promise<void> {
  for (;;) {
    await setup.server.nextRequest('ticks_history');
    calls.push(now);
  }
}

const mostWithin = (ms: number): number =>
  Math.max(...calls.map((from) => calls.filter((at) => at >= from && at < from + ms).length));

describe('the history of a public feed', () => {
  it('is stored day by day for every pair, with the days that warm the features up', async () => {
    const all = [...ends, ...tradingDaysBefore((ends.at(-1) ?? 0) - 1, warmUpDays)];
    expect(await listArchivedDays(database.db, feed.id, new Date(0), feed.symbols.length)).toEqual(
      expect.arrayContaining(all),
    );
    expect(calls).toHaveLength(2 * all.length * feed.symbols.length);
  });

  it('is asked for at a third of the pace that the service allows, so that live calls have room', () => {
    expect(mostWithin(minuteMs)).toBeLessThanOrEqual(allowed.aMinute / 3);
    expect(mostWithin(hourMs)).toBeLessThanOrEqual(allowed.anHour / 3);
  });

  it('logs and prints how far it is', () => {
    expect(printed).toEqual([
      'reading 24 days of the history of this market in the background, calibrated in about 9 minutes',
      ...[5, 10, 15, 20, 24].map((days) => `${days} of 24 days read`),
    ]);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^bars of the feed stored for calibration .*"stored":5,"of":24/);
  });

  it('is not waited for at a stop', async () => {
    const stopping = new AbortController();
    const cancelled: number[] = [];
    const pause = createHistoryPause(undefined, { after: (ms) => () => void cancelled.push(ms) });
    const paused = pause(stopping.signal);
    stopping.abort();
    await paused;
    expect(cancelled).toEqual([2_000]);
  });
});
