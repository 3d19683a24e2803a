import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Signal, AutoRun } from '#contract/signals.ts';
import { userEvents, users } from '#server/database/schema.ts';
import { wakeAutoRuns } from '#server/modules/signals/auto-runs/create-auto-runs.ts';
import { createTestSignals, type SignalPerson, type TestSignals } from '#tests/support/test-signals.ts';
import { dayMs } from '#domain/time.ts';

let test: TestSignals;
let me: SignalPerson;

beforeAll(async () => {
  test = await createTestSignals();
});
afterAll(() => test.close());
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

  it('retry each minute while there is no signal', async () => {
    test.market.passability = 51;
    await start();
    await run();
    for (const minute of [1, 2, 3]) {
      expect(await me.session()).toMatchObject({ state: 'searching' });
      const at = Date.parse((await me.session())?.nextSignalAt ?? '');
      expect([minute, at - test.time.clock.now()]).toEqual([minute, 60_000]);
      await rest(60_000);
    }
    test.market.passability = 57;
    await rest(60_000);
    expect(await me.session()).toMatchObject({ state: 'running', signalsToday: 1 });
  });

  it('avoid the pairs of the last twenty minutes, and use them again later', async () => {
    test.market.symbols = ['EURUSD'];
    await start();
    await run();
    await finishNewest('successful');
    await rest(60_000);
    expect(await me.session()).toMatchObject({ state: 'searching', signalsToday: 1 });
    for (let minute = 0; minute < 16; minute += 1) await rest(60_000);
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
    await test.finish(own, 'unsuccessful');
    await rest(60_000);
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

describe('an auto-signal run', () => {
  it('exists once per user, even when many are started at the same moment', async () => {
    const started = await Promise.all([start(), start(), start(), start(), start()]);
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    await run();
    expect(await mine()).toHaveLength(1);
  });

  it('is replaced by one with other settings', async () => {
    const first = await start();
    const second = await start({ interval: 5 });
    expect(second).toMatchObject({ interval: 5, state: 'waiting' });
    expect((await published()).find(({ id, state }) => id === first.id && state === 'stopped')?.stopReason).toBe(
      'replaced',
    );
    await run();
    expect((await mine()).map(({ duration }) => duration)).toEqual([5]);
  });

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
    [400, 'validation_failed', { interval: 2 }],
    [400, 'validation_failed', { aiModel: 'nobody' }],
    [400, 'validation_failed', { dailyLimit: 0 }],
    [400, 'validation_failed', { dailyLimit: 51 }],
    [400, 'validation_failed', { stopAfterLosses: 21 }],
    [400, 'validation_failed', { stopAfterLosses: 1.5 }],
    [400, 'validation_failed', { userId: 'somebody' }],
    [400, 'symbol_required', { aiModel: 'manual' }],
    [404, 'unknown_symbol', { symbol: 'EURXXX' }],
    [403, 'vip_balance_required', { aiModel: 'vip' }],
    [503, 'model_unavailable', { aiModel: '13_squad' }],
  ])('is rejected with %i %s for %j', async (status, code, change) => {
    const answer = await me.post('/api/signal/start', { ...request, ...change });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await me.session()).toBeNull();
  });

  it('is rejected while a signal is open', async () => {
    const open = await me.signal();
    const answer = await me.post('/api/signal/start', request);
    expect(answer.json()).toMatchObject({ code: 'signal_active', details: { signal: { id: open.id } } });
    expect(await me.session()).toBeNull();
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

  it.each(['waiting', 'running'] as const)('of a run that stalls while it is %s are scheduled again', async (state) => {
    await start();
    await run();
    const [signal] = await mine();
    if (!signal) throw new Error('no signal was issued');
    await test.finish(signal, 'successful');
    if (state === 'waiting') await run();
    expect(await me.session()).toMatchObject({ state });
    // Every job was retried until it failed for good.
    test.time.advance(90_000);
    test.jobs.dropDue();
    const wake = () => wakeAutoRuns({ db: test.database.db, jobs: test.jobs, clock: test.time.clock });
    expect(await wake()).toBe(0);
    test.time.advance(300_000);
    expect(await wake()).toBe(1);
    await run();
    await rest(60_000);
    expect(await mine()).toHaveLength(2);
    expect(await wake()).toBe(0);
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
