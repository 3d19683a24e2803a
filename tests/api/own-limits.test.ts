import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LimitsAnswer } from '#contract/limits.ts';
import type { Signal } from '#contract/signals.ts';
import { noLimits, type OwnLimits } from '#domain/signals/own-limits.ts';
import { signals } from '#server/database/schema.ts';
import { createOwnLimitsService } from '#server/modules/limits/own-limits.ts';
import { createTestSignals, type SignalPerson, type TestSignals } from '#tests/support/test-signals.ts';
import { hourMs } from '#domain/time.ts';

let test: TestSignals;
let me: SignalPerson;

beforeAll(async () => {
  test = await createTestSignals();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.whileChoosing = null;
  me = await test.person();
});

/** 3 March 2026 in Kyiv ends at 22:00 UTC, and so does each day after it. */
const nextMidnight = (): string => {
  const now = test.time.clock.now();
  const midnight = new Date(now).setUTCHours(22, 0, 0, 0);
  return new Date(midnight > now ? midnight : midnight + 24 * hourMs).toISOString();
};
const read = async (): Promise<LimitsAnswer> => LimitsAnswer.parse((await me.get('/api/limits')).json());
const set = async (change: Partial<OwnLimits>): Promise<LimitsAnswer> => {
  const answer = await me.put('/api/limits', { ...noLimits, ...change });
  expect(answer.statusCode).toBe(200);
  return LimitsAnswer.parse(answer.json());
};
const requestSignal = () => me.get('/python_api/signal/kurs_ai_v2?interval=3');
const rows = () => test.database.db.select().from(signals).where(eq(signals.userId, me.id));
const had = async (...results: Parameters<TestSignals['finish']>[1][]): Promise<Signal[]> => {
  const all: Signal[] = [];
  for (const result of results) {
    const signal = await me.signal();
    await test.finish(signal, result);
    all.push(signal);
  }
  return all;
};
const expectStopped = async (cause: string): Promise<void> => {
  const before = await rows();
  const answer = await requestSignal();
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'stopped_for_today']);
  expect(answer.json().details).toEqual({ cause, until: nextMidnight() });
  expect(answer.json().message).toContain('Europe/Kyiv');
  expect(await rows()).toEqual(before);
};

describe('without limits set', () => {
  it('the answer states that there are none, and the results of the day', async () => {
    await had('unsuccessful', 'void', 'neutral');
    expect(await read()).toEqual({
      limits: noLimits,
      next: null,
      stopped: null,
      today: { signals: 2, losses: 1, lossesInARow: 1, results: ['unsuccessful', 'neutral'] },
      dayEnds: nextMidnight(),
      timezone: 'Europe/Kyiv',
    });
  });
});

describe('stop for today', () => {
  it('rejects every signal until midnight, and cannot be undone', async () => {
    const stopped = LimitsAnswer.parse((await me.post('/api/limits/stop')).json());
    expect(stopped.stopped).toEqual({ cause: 'asked', until: nextMidnight() });
    expect(LimitsAnswer.parse((await me.post('/api/limits/stop')).json())).toEqual(stopped);
    await set({});
    await expectStopped('asked');
    test.time.advance(Date.parse(nextMidnight()) - test.time.clock.now() - 1);
    await expectStopped('asked');
    test.time.advance(1);
    expect((await requestSignal()).statusCode).toBe(200);
    expect((await read()).stopped).toBeNull();
  });

  it('leaves the open signal, and rejects its chase', async () => {
    const open = await me.signal();
    await me.post('/api/limits/stop');
    // Not that the next one comes once this one has expired.
    await expectStopped('asked');
    await test.finish(open, 'unsuccessful');
    const answer = await me.get(`/python_api/signal/M2/${open.id}`);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'stopped_for_today']);
    expect(await rows()).toMatchObject([{ id: open.id, result: 'unsuccessful' }]);
  });

  it('ends automatic signals at once, and rejects new ones', async () => {
    const request = { aiModel: 'kurs_ai_v2', interval: 3 };
    await me.post('/api/signal/start', request);
    await me.post('/api/limits/stop');
    expect(await me.session()).toMatchObject({ state: 'stopped', stopReason: 'stopped_for_today' });
    await test.jobs.runDue();
    expect((await me.post('/api/signal/start', request)).json().code).toBe('stopped_for_today');
    expect(await rows()).toEqual([]);
  });

  it('applies to a signal that is being chosen', async () => {
    test.whileChoosing = () => me.post('/api/limits/stop');
    const answer = await me.get('/python_api/signal/chatgpt_4o?interval=3');
    expect(answer.json().code).toBe('stopped_for_today');
    expect(await rows()).toEqual([]);
  });

  it('applies to that user only', async () => {
    await me.post('/api/limits/stop');
    me = await test.person();
    expect((await requestSignal()).statusCode).toBe(200);
  });
});

describe('a limit', () => {
  it('of losses in a row stops the day, and a loss removed from the lists counts', async () => {
    await set({ lossesInARow: 2 });
    const [, lost] = await had('successful', 'unsuccessful', 'neutral', 'unsuccessful');
    await me.delete(`/api/signal/delete/${lost?.id}`);
    expect((await read()).stopped).toEqual({ cause: 'lossesInARow', until: nextMidnight() });
    await expectStopped('lossesInARow');
  });

  it('of losses and of signals per day stops it, too', async () => {
    await set({ lossesADay: 2, signalsADay: 4 });
    await had('unsuccessful', 'successful', 'void');
    expect((await read()).stopped).toBeNull();
    await had('unsuccessful');
    await expectStopped('lossesADay');
  });

  it('stops automatic signals when it is reached', async () => {
    await set({ signalsADay: 1 });
    await me.post('/api/signal/start', { aiModel: 'kurs_ai_v2', interval: 3 });
    await test.jobs.runDue();
    const [row] = await rows();
    await test.finish({ symbol: row?.symbol ?? '', signal: row?.direction ?? 'BUY', duration: 3 }, 'successful');
    for (let minute = 0; minute < 3; minute += 1) {
      test.time.advance(60_000);
      while ((await test.jobs.runDue()) > 0);
    }
    expect(await me.session()).toMatchObject({ state: 'stopped', stopReason: 'stopped_for_today' });
    expect(await rows()).toHaveLength(1);
  });

  it('applies at once when tightened, and from tomorrow when loosened', async () => {
    await set({ signalsADay: 2 });
    await had('successful');
    await set({ signalsADay: 1 });
    await expectStopped('signalsADay');
    const loosened = await set({ signalsADay: null, lossesADay: 5 });
    expect(loosened).toMatchObject({
      limits: { signalsADay: 1, lossesADay: 5 },
      next: { from: nextMidnight(), limits: { signalsADay: null, lossesADay: 5 } },
    });
    await expectStopped('signalsADay');
    test.time.advance(Date.parse(nextMidnight()) - test.time.clock.now());
    expect(await read()).toMatchObject({ limits: { signalsADay: null, lossesADay: 5 }, next: null });
    expect((await requestSignal()).statusCode).toBe(200);
  });

  it('is saved consistently when several are set at the same moment', async () => {
    await Promise.all([5, 3, 9, 7].map((signalsADay) => set({ signalsADay })));
    expect((await read()).limits.signalsADay).toBe(3);
  });

  it.each([
    [{ signalsADay: 0 }],
    [{ lossesInARow: 21 }],
    [{ lossesADay: 1.5 }],
    [{ lossesADay: '3' }],
    [{ stoppedUntil: null }],
  ])('is rejected as %j, and nothing changes', async (wrong) => {
    await set({ signalsADay: 4 });
    const before = await read();
    const answer = await me.put('/api/limits', { ...noLimits, ...wrong });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
    expect(await read()).toEqual(before);
  });
});

it('the stops of many traders are found in one statement', async () => {
  const { db, pool } = test.database;
  const limits = createOwnLimitsService({ db, clock: test.time.clock, timezone: 'Europe/Kyiv' });
  const people = await Promise.all(Array.from({ length: 12 }, () => test.person()));
  const [asked, limited, , ...others] = people;
  for (const person of people) await person.put('/api/limits', { ...noLimits, signalsADay: 2 });
  await asked?.post('/api/limits/stop');
  for (let times = 0; times < 2; times++) await test.finish(await limited!.signal(), 'unsuccessful');
  await test.finish(await others[0]!.signal(), 'void');
  const query = vi.spyOn(pool, 'query');
  const stopped = await limits.listStopped(people.map(({ id }) => id));
  expect([...stopped].toSorted()).toEqual([asked!.id, limited!.id].toSorted());
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});
