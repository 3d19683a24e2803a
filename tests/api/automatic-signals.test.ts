import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Signal, AutoRun } from '#contract/signals.ts';
import { userEvents, users } from '#server/database/schema.ts';
import { autoRuns } from '#server/database/tables/auto-run-tables.ts';
import { createTestSignals, type SignalPerson, startsAt, type TestSignals } from '#tests/support/test-signals.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
let me: SignalPerson;

beforeEach(async () => {
  Object.assign(test.market, { passability: 57, symbols: ['EURUSD', 'GBPUSD', 'AUDUSD'] });
  me = await test.person();
});

afterEach(() => me.post('/api/signal/stop'));

const request = { aiModel: 'kurs_ai_v2', interval: 3 };
const start = async (change: object = {}): Promise<AutoRun> => {
  const answer = await me.post('/api/signal/start', { ...request, ...change });
  expect(answer.statusCode).toBe(200);
  return AutoRun.parse(answer.json().session);
};
const mine = async (): Promise<Signal[]> =>
  (await me.get(`/api/signal/user/${me.id}`)).json<{ items: Signal[] }>().items;
/** Runs the due jobs, and the jobs that become due because of them. */
const run = async (): Promise<void> => {
  await test.idle();
  while ((await test.jobs.runDue()) > 0);
};
const rest = async (ms: number): Promise<void> => {
  test.time.advance(ms);
  await run();
};
const finishNewest = async (result: 'successful' | 'neutral' | 'unsuccessful' | 'void'): Promise<void> => {
  const [newest] = await mine();
  if (newest?.status !== 'entering') throw new Error('no signal waits for its entry');
  await test.finish(newest, result);
  await run();
};
const published = async (): Promise<AutoRun[]> => {
  const rows = await test.database.db
    .select()
    .from(userEvents)
    .where(eq(userEvents.userId, me.id))
    .orderBy(userEvents.id);
  return rows.filter(({ name }) => name === 'session').map(({ data }) => AutoRun.parse(data));
};

describe('automatic signals', () => {
  it('start with a signal at once, and the run states so', async () => {
    expect(await start()).toMatchObject({ state: 'waiting', signalsToday: 0, lastSignalId: null });
    await run();
    const [signal] = await mine();
    expect(signal).toMatchObject({ aiModel: 'kurs_ai_v2', duration: 3, status: 'entering' });
    expect(await me.session()).toMatchObject({
      state: 'running',
      nextSignalAt: null,
      signalsToday: 1,
      lossesInARow: 0,
      limits: { stopAfterLosses: 3, dailyLimit: 10 },
      lastSignalId: signal?.id,
    });
    expect((await published()).map(({ state }) => state)).toEqual(['waiting', 'running']);
  });

  it('continue a minute after a result, with another pair', async () => {
    await start();
    await run();
    const [first] = await mine();
    await finishNewest('successful');
    const resting = await me.session();
    expect(resting).toMatchObject({ state: 'waiting', lastSignalId: first?.id });
    expect(Date.parse(resting?.nextSignalAt ?? '') - test.time.clock.now()).toBe(60_000);
    await rest(59_999);
    expect(await mine()).toHaveLength(1);
    await rest(1);
    const [second, ...before] = await mine();
    expect(before).toHaveLength(1);
    expect(second?.symbol).not.toBe(first?.symbol);
    expect(await me.session()).toMatchObject({ state: 'running', signalsToday: 2, lastSignalId: second?.id });
  });

  it('avoid the pairs of the last twenty minutes, and use them again later', async () => {
    test.market.symbols = ['EURUSD'];
    await start();
    await run();
    await finishNewest('successful');
    await rest(60_000);
    expect(await me.session()).toMatchObject({ state: 'searching', signalsToday: 1 });
    for (let minute = 0; minute < 16; minute += 1) await test.closeMinute();
    expect(await mine()).toHaveLength(2);
  });

  it('stay on the pair they were started with', async () => {
    await start({ aiModel: 'manual', symbol: 'GBPUSD' });
    await run();
    await finishNewest('successful');
    await rest(60_000);
    expect((await mine()).map(({ symbol, aiModel }) => [symbol, aiModel])).toEqual([
      ['GBPUSD', 'manual'],
      ['GBPUSD', 'manual'],
    ]);
  });

  it('wait while the user has a signal of another kind', async () => {
    await start();
    await run();
    await finishNewest('successful');
    const own = await me.signal('manual?interval=3&symbol=EURUSD');
    await rest(60_000);
    expect(await me.session()).toMatchObject({ state: 'searching' });
    await test.closeMinute();
    expect(await me.session()).toMatchObject({ state: 'searching' });
    await test.finish(own, 'unsuccessful');
    await test.closeMinute();
    expect(await me.session()).toMatchObject({ state: 'running', signalsToday: 2, lossesInARow: 0 });
  });
});

describe('automatic signals stop on their own', () => {
  const stopped = async (stopReason: string) => {
    expect(await me.session()).toMatchObject({ state: 'stopped', stopReason, nextSignalAt: null });
    expect((await published()).at(-1)).toMatchObject({ state: 'stopped', stopReason });
    const before = await mine();
    await rest(600_000);
    expect(await mine()).toEqual(before);
  };

  it('after the configured number of losses in a row', async () => {
    await start({ stopAfterLosses: 2 });
    await run();
    await finishNewest('unsuccessful');
    expect(await me.session()).toMatchObject({ state: 'waiting', lossesInARow: 1 });
    await rest(60_000);
    await finishNewest('unsuccessful');
    expect(await me.session()).toMatchObject({ lossesInARow: 2 });
    await stopped('losses');
  });

  it('at the daily limit, which a new run on the same day cannot raise', async () => {
    await start({ dailyLimit: 1 });
    await run();
    await finishNewest('successful');
    await stopped('daily_limit');
    expect((await start({ dailyLimit: 50 })).limits.dailyLimit).toBe(1);
    await run();
    expect(await me.session()).toMatchObject({ state: 'stopped', stopReason: 'daily_limit' });
  });

  it('when access is lost: the balance', async () => {
    await start();
    await run();
    await finishNewest('successful');
    await test.database.db.update(users).set({ balance: 9 }).where(eq(users.id, me.id));
    await rest(60_000);
    await stopped('access_lost');
  });
});

describe('a new day', () => {
  it('resets the limit', async () => {
    await start({ dailyLimit: 1 });
    await run();
    await finishNewest('successful');
    test.time.advance(dayMs);
    expect(await me.session()).toBeNull();
    expect((await start({ dailyLimit: 20 })).limits.dailyLimit).toBe(20);
    await run();
    expect(await me.session()).toMatchObject({ state: 'running', signalsToday: 1 });
  });
});

describe('an auto run', () => {
  it('can be stopped by its user repeatedly; an open signal stays', async () => {
    await start();
    await run();
    for (const _time of [1, 2]) expect((await me.post('/api/signal/stop')).statusCode).toBe(204);
    expect(await me.session()).toBeNull();
    expect((await published()).filter(({ state }) => state === 'stopped')).toMatchObject([{ stopReason: 'user' }]);
    await finishNewest('successful');
    await rest(120_000);
    expect(await mine()).toHaveLength(1);
  });

  it('is inaccessible to other users', async () => {
    await start();
    await run();
    const other = await test.person();
    expect(await other.session()).toBeNull();
    await other.post('/api/signal/stop');
    expect(await me.session()).toMatchObject({ state: 'running' });
  });

  it.each([
    [400, 'validation_failed', { interval: 4 }],
    [400, 'validation_failed', { aiModel: 'nobody' }],
    [400, 'validation_failed', { dailyLimit: 51 }],
    [400, 'validation_failed', { stopAfterLosses: 1.5 }],
    [400, 'validation_failed', { userId: 'somebody' }],
    [400, 'validation_failed', { count: 51 }],
    [400, 'validation_failed', { take: false }],
    [400, 'symbol_required', { aiModel: 'manual' }],
    [404, 'unknown_symbol', { symbol: 'EURXXX' }],
    [403, 'vip_balance_required', { aiModel: 'vip' }],
    [503, 'model_unavailable', { aiModel: '13_squad' }],
  ])('is rejected with %i %s for %j', async (status, code, change) => {
    const answer = await me.post('/api/signal/start', { ...request, ...change });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await me.session()).toBeNull();
  });

  it('is rejected while a signal is open, also one of a run before; one for so many signals begins after it', async () => {
    await start();
    await run();
    const [open] = await mine();
    const active = { code: 'signal_active', details: { signal: { id: open?.id } } };
    expect((await me.get('/python_api/signal/kurs_ai_v2')).json()).toMatchObject(active);
    await me.post('/api/signal/stop');
    expect((await me.post('/api/signal/start', request)).json()).toMatchObject(active);
    expect(await me.session()).toBeNull();
    await start({ count: 1 });
    await run();
    await test.closeMinute();
    expect(await me.session()).toMatchObject({ state: 'searching', lastSignalId: null });
    await finishNewest('successful');
    await test.closeMinute();
    expect(await me.session()).toMatchObject({ state: 'stopped', stopReason: 'found' });
    expect(await mine()).toHaveLength(2);
  });
});

describe('a run for so many signals', () => {
  it('ends with the last of them, which stays open', async () => {
    expect(await start({ count: 2 })).toMatchObject({ count: 2, take: true, found: null });
    await run();
    expect(await me.session()).toMatchObject({ state: 'running', signalsToday: 1 });
    await finishNewest('unsuccessful');
    await rest(60_000);
    const [last] = await mine();
    expect(last?.status).toBe('entering');
    const ended = { state: 'stopped', stopReason: 'found', nextSignalAt: null, lastSignalId: last?.id };
    expect(await me.session()).toMatchObject(ended);
    expect((await published()).at(-1)).toMatchObject(ended);
    await finishNewest('successful');
    await rest(60_000);
    expect(await mine()).toHaveLength(2);
  });

  it('continues when it is started again, and is replaced by another choice', async () => {
    const first = await start({ count: 1, take: false, symbol: 'EURUSD' });
    expect((await start({ count: 1, take: false, symbol: 'EURUSD' })).id).toBe(first.id);
    const second = await start({ count: 1, symbol: 'EURUSD' });
    expect([second.take, second.id === first.id]).toEqual([true, false]);
    expect((await published()).find(({ stopReason }) => stopReason)).toMatchObject({
      id: first.id,
      stopReason: 'replaced',
    });
  });
});

describe('a run that only announces', () => {
  it('ends with the first forecast that has an edge, without its direction and without a signal', async () => {
    test.market.passability = 51;
    await start({ count: 1, take: false });
    await run();
    expect(await me.session()).toMatchObject({ state: 'searching', found: null });
    test.market.passability = 57;
    await test.closeMinute();
    const ended = await me.session();
    expect(ended).toMatchObject({ state: 'stopped', stopReason: 'found', lastSignalId: null });
    const { until, ...found } = ended?.found ?? { until: '' };
    expect(found).toEqual({ symbol: 'EURUSD', aiModel: 'kurs_ai_v2', interval: 3, passability: 57, payout: 0.82 });
    expect(Date.parse(until) - test.time.clock.now()).toBeGreaterThan(0);
    expect((await published()).at(-1)).toEqual(ended);
    expect(test.found.filter(({ user }) => user.id === me.id)).toMatchObject([{ forecast: { symbol: 'EURUSD' } }]);
    expect(await mine()).toEqual([]);
  });

  it('searches on when its alert cannot be stored, and ends with the alert', async () => {
    let failures = 1;
    const own = await createTestSignals({
      alsoServe: ({ signals }) => {
        signals.onFound(async () => {
          failures -= 1;
          if (failures >= 0) throw new Error('out of order');
        });
        return [];
      },
    });
    const trader = await own.person();
    await trader.post('/api/signal/start', { ...request, count: 1, take: false });
    await own.jobs.runDue();
    expect(await trader.session()).toMatchObject({ state: 'searching', found: null });
    await own.closeMinute();
    expect(await trader.session()).toMatchObject({ state: 'stopped', stopReason: 'found' });
    await own.close();
  });
});

describe('looks', () => {
  let minutes: TestSignals;
  let trader: SignalPerson;
  beforeEach(async () => {
    minutes = await createTestSignals({ hasMinutes: true });
    // It has an edge as stated, and none half a minute later.
    minutes.market.passability = 55.5;
    trader = await minutes.person();
    minutes.time.advance(33_000);
  });
  afterEach(() => minutes.close());

  const begin = async (change: object = {}): Promise<void> => {
    const answer = await trader.post('/api/signal/start', { ...request, ...change });
    expect(answer.statusCode).toBe(200);
    while ((await minutes.jobs.runDue()) > 0);
  };
  const signalTimes = async (): Promise<number[]> =>
    (await trader.get(`/api/signal/user/${trader.id}`))
      .json<{ items: Signal[] }>()
      .items.map(({ time }) => Date.parse(time));
  const stored = async () => [
    await minutes.database.db.select().from(autoRuns).where(eq(autoRuns.userId, trader.id)),
    await minutes.database.db.$count(userEvents, eq(userEvents.userId, trader.id)),
  ];

  it('find the signal of a run that began at second 33 within two seconds of the next close', async () => {
    await begin();
    const close = startsAt + minuteMs;
    expect(await trader.session()).toMatchObject({
      state: 'searching',
      nextSignalAt: new Date(close + 1_000).toISOString(),
    });
    await minutes.closeMinute();
    const [at = 0] = await signalTimes();
    expect(at - close).toBeGreaterThanOrEqual(0);
    expect(at - close).toBeLessThanOrEqual(2_000);
  });

  it('write nothing as long as they find nothing', async () => {
    minutes.market.passability = 51;
    await begin();
    const before = await stored();
    for (const _minute of [1, 2, 3]) await minutes.closeMinute();
    expect(await stored()).toEqual(before);
    minutes.market.passability = 55.5;
    await minutes.closeMinute();
    expect(await signalTimes()).toHaveLength(1);
  });

  it('never take what the manual model states without an edge', async () => {
    minutes.market.passability = 53;
    await begin({ aiModel: 'manual', symbol: 'GBPUSD' });
    await minutes.closeMinute();
    expect(await trader.session()).toMatchObject({ state: 'searching', signalsToday: 0 });
    minutes.market.passability = 57;
    await minutes.closeMinute();
    expect(await trader.session()).toMatchObject({ state: 'running', signalsToday: 1 });
  });
});

describe('steps', () => {
  it('run once, even when several processes take each of them at the same moment', async () => {
    await start();
    await test.jobs.runDueAtOnce(4);
    expect(await mine()).toHaveLength(1);
    expect((await published()).map(({ state }) => state)).toEqual(['waiting', 'running']);
    const [signal] = await mine();
    if (!signal) throw new Error('no signal was issued');
    await test.finish(signal, 'unsuccessful');
    await test.jobs.runDueAtOnce(4);
    expect(await me.session()).toMatchObject({ state: 'waiting', lossesInARow: 1 });
    test.time.advance(60_000);
    await test.jobs.runDueAtOnce(4);
    expect(await mine()).toHaveLength(2);
    expect((await published()).map(({ state }) => state)).toEqual(['waiting', 'running', 'waiting', 'running']);
  });

  it('of a run that missed its result are taken with the next minute', async () => {
    await start();
    await run();
    const [signal] = await mine();
    if (!signal) throw new Error('no signal was issued');
    await test.finish(signal, 'successful');
    test.jobs.dropDue();
    expect(await me.session()).toMatchObject({ state: 'running' });
    await test.closeMinute();
    expect(await me.session()).toMatchObject({ state: 'waiting' });
    await rest(60_000);
    expect(await mine()).toHaveLength(2);
  });

  const breakRun = (id: string) =>
    test.database.pool.query(`
      create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
      create trigger fails before update on auto_runs for each row when (old.id = '${id}') execute function fail()`);
  const heal = () => test.database.pool.query('drop trigger fails on auto_runs');

  it('of a run that fails hold up those of no other', async () => {
    const { id } = await start();
    const others = [await test.person(), await test.person()];
    for (const { post } of others) await post('/api/signal/start', request);
    await run();
    const wentOn = async () => {
      const { db } = test.database;
      const rows = await Promise.all(
        [me, ...others].map((one) => db.select().from(autoRuns).where(eq(autoRuns.userId, one.id))),
      );
      return rows.map(([row]) => (row?.step ?? 0) > 1);
    };
    await breakRun(id);
    const [signal] = await mine();
    if (!signal) throw new Error('no signal was issued');
    // All three are of the same pair, and settle at once.
    await test.finish(signal, 'successful');
    test.jobs.dropDue();
    await test.closeMinute();
    expect(await wentOn()).toEqual([false, true, true]);
    await heal();
    await test.closeMinute();
    expect(await wentOn()).toEqual([true, true, true]);
    for (const { post } of others) await post('/api/signal/stop');
  });

  it('of a run that cannot end hold up those of no language model', async () => {
    test.market.passability = 51;
    const { id } = await start();
    const other = await test.person();
    await other.post('/api/signal/start', { ...request, aiModel: 'chatgpt_4o' });
    await run();
    await breakRun(id);
    await test.database.db.update(users).set({ balance: 9 }).where(eq(users.id, me.id));
    test.market.passability = 57;
    await test.closeMinute();
    expect(await other.session()).toMatchObject({ state: 'running' });
    expect(await me.session()).toMatchObject({ state: 'searching' });
    await heal();
    await test.closeMinute();
    expect(await me.session()).toMatchObject({ state: 'stopped', stopReason: 'access_lost' });
    await other.post('/api/signal/stop');
  });

  it('have no effect once superseded: a stop while a model is still answering wins', async () => {
    await start({ aiModel: 'chatgpt_4o' });
    test.whileChoosing = () => me.post('/api/signal/stop');
    await run();
    test.whileChoosing = null;
    expect(await mine()).toEqual([]);
    expect((await published()).map(({ state }) => state)).toEqual(['waiting', 'stopped']);
  });
});

it('stop when the market closes', async () => {
  // Friday, 16:50 in New York.
  const from = Date.parse('2026-03-06T21:50:00.000Z');
  const evening = await createTestSignals({ calendar: 'forex', from });
  try {
    const trader = await evening.person();
    expect((await trader.post('/api/signal/start', request)).statusCode).toBe(200);
    await evening.jobs.runDue();
    const { items } = (await trader.get(`/api/signal/user/${trader.id}`)).json<{ items: [Signal] }>();
    await evening.finish(items[0], 'successful');
    await evening.jobs.runDue();
    evening.time.advance(240_000);
    await evening.jobs.runDue();
    expect(await trader.session()).toMatchObject({ state: 'stopped', stopReason: 'market_closed', signalsToday: 1 });
    const late = await (await evening.person()).post('/api/signal/start', request);
    expect([late.statusCode, late.json().code]).toEqual([409, 'market_closed']);
  } finally {
    await evening.close();
  }
});
