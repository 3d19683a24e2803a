import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createDayStop, type DayStop } from '#server/modules/day-stop/day-stop.ts';
import { createIssueSignal } from '#server/modules/signals/issue-signal.ts';
import { createStoreSignal } from '#server/modules/signals/store-signal.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { recordLocks } from '#tests/support/database/lock-order.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const clock = { now: () => now };
const forecast: Forecast = {
  model: 'kurs_ai_v1',
  modelVersion: 'test',
  symbol: 'EURUSD',
  barTime: now - 60_000,
  decidedAt: now,
  duration: 3,
  pUp: 0.57,
  passability: 57,
  signalFrom: 55,
  signalled: true,
  session: 'day',
};
const analytics = {
  baseRate: 50,
  breakEven: 55,
  contributions: [],
  indicators: [],
  levels: [],
  sampleSize: 0,
  text: '',
};

let database: TestDatabase;
let dayStop: DayStop;
let locks: ReturnType<typeof recordLocks>;
beforeAll(async () => {
  database = await createTestDatabase();
  locks = recordLocks(database.pool);
  dayStop = createDayStop({ db: database.db, clock, timezone: 'Europe/Kyiv' });
});
afterAll(async () => {
  await database.close();
  locks.requireOrder();
});

interface Moments {
  /** After the last check of the stop, before the signal is stored. */
  readonly afterCheck?: (userId: string) => Promise<unknown>;
  /** In the transaction that stores the signal. */
  readonly beforeCommit?: () => void;
}

function createIssue({ afterCheck, beforeCommit }: Moments): (id: string) => Promise<unknown> {
  const bus = createInProcessBus();
  const issueSignal = createIssueSignal({
    assertNotStopped: dayStop.assertNotStopped,
    db: database.db,
    storeSignal: createStoreSignal({
      db: database.db,
      feed: 'simulated:1',
      bus,
      enqueueUserEvents: createEnqueueUserEvents(bus, Date),
      crashPoint: (point) => (point === 'issue.before-commit' ? beforeCommit?.() : undefined),
      scheduler: systemScheduler,
      endSearches: async () => [],
      listStopped: dayStop.listStopped,
    }),
    clock,
    market: { feed: { id: 'simulated:1', kind: 'simulated', isLive: false, symbols: ['EURUSD'], notOffered: [] } },
    chooseForecast: async ({ user }) => {
      await afterCheck?.(user.id);
      return { forecast, aiModel: 'kurs_ai_v1' };
    },
    analyze: () => () => analytics,
    hours: { calendar: 'always', window: null },
  });
  const request = {
    model: 'kurs_ai_v1',
    durations: [3],
    exclude: [],
    isPracticeAllowed: false,
    isVipOpen: false,
  } as const;
  return (id) => issueSignal({ ...request, user: { id, lang: 'en' } });
}

const toSignals = async (userId: string): Promise<number> => {
  const { rows } = await database.pool.query('select 1 from signals where user_id = $1', [userId]);
  return rows.length;
};

describe('F56 a stop for today while a signal is being issued', () => {
  it('issues none after the stop was answered', async () => {
    const id = await aUser(database.db);
    const issued = createIssue({ afterCheck: dayStop.stop })(id);
    await expect(issued).rejects.toMatchObject({ code: 'stopped_for_today', details: { until: expect.any(String) } });
    expect(await toSignals(id)).toBe(0);
    const { rows } = await database.pool.query('select 1 from record_leaves where leaf::text like $1', [`%${id}%`]);
    expect(rows).toEqual([]);
  });

  it('issues to the other users of the same group', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => aUser(database.db)));
    const stopped = users.slice(0, 3);
    const issue = createIssue({ afterCheck: async (id) => stopped.includes(id) && dayStop.stop(id) });
    const answers = await Promise.allSettled(users.map(issue));
    expect(answers.map(({ status }) => status)).toEqual([
      ...stopped.map(() => 'rejected'),
      ...stopped.map(() => 'fulfilled'),
    ]);
    expect(await Promise.all(users.map(toSignals))).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('answers a stop only once the signal that came before it is committed', async () => {
    const id = await aUser(database.db);
    let seenByStop = Promise.resolve(-1);
    await createIssue({
      beforeCommit: () => void (seenByStop = dayStop.stop(id).then(() => toSignals(id))),
    })(id);
    expect(await seenByStop).toBe(1);
  });
});
