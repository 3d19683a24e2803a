import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { Today } from '#contract/day-stop.ts';
import type { Signal } from '#contract/signals.ts';
import { signals } from '#server/database/schema.ts';
import { createTestSignals, type SignalPerson, type TestSignals } from '#tests/support/test-signals.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
let me: SignalPerson;

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
const read = async (): Promise<Today> => Today.parse((await me.get('/api/today')).json());
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
const expectStopped = async (): Promise<void> => {
  const before = await rows();
  const answer = await requestSignal();
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'stopped_for_today']);
  expect(answer.json().details).toEqual({ until: nextMidnight() });
  expect(answer.json().message).toContain('Europe/Kyiv');
  expect(await rows()).toEqual(before);
};

describe('the day', () => {
  it('has its settled results, and ends at midnight', async () => {
    await had('unsuccessful', 'void', 'neutral');
    expect(await read()).toEqual({
      stoppedUntil: null,
      results: ['unsuccessful', 'neutral'],
      dayEnds: nextMidnight(),
      timezone: 'Europe/Kyiv',
    });
  });
});

describe('stop for today', () => {
  it('rejects every signal until midnight, and cannot be undone', async () => {
    const stopped = Today.parse((await me.post('/api/today/stop')).json());
    expect(stopped.stoppedUntil).toBe(nextMidnight());
    expect(Today.parse((await me.post('/api/today/stop')).json())).toEqual(stopped);
    await expectStopped();
    test.time.advance(Date.parse(nextMidnight()) - test.time.clock.now() - 1);
    await expectStopped();
    test.time.advance(1);
    expect((await requestSignal()).statusCode).toBe(200);
    expect((await read()).stoppedUntil).toBeNull();
  });

  it('leaves the open signal, and rejects its chase', async () => {
    const open = await me.signal();
    await me.post('/api/today/stop');
    // Not that the next one comes once this one has expired.
    await expectStopped();
    await test.finish(open, 'unsuccessful');
    const answer = await me.get(`/python_api/signal/M2/${open.id}`);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'stopped_for_today']);
    expect(await rows()).toMatchObject([{ id: open.id, result: 'unsuccessful' }]);
  });

  it('ends automatic signals at once, and rejects new ones', async () => {
    const request = { aiModel: 'kurs_ai_v2', interval: 3 };
    await me.post('/api/signal/start', request);
    await me.post('/api/today/stop');
    expect(await me.session()).toMatchObject({ state: 'stopped', stopReason: 'stopped_for_today' });
    await test.jobs.runDue();
    expect((await me.post('/api/signal/start', request)).json().code).toBe('stopped_for_today');
    expect(await rows()).toEqual([]);
  });

  it('applies to a signal that is being chosen', async () => {
    test.whileChoosing = () => me.post('/api/today/stop');
    const answer = await me.get('/python_api/signal/chatgpt_4o?interval=3');
    expect(answer.json().code).toBe('stopped_for_today');
    expect(await rows()).toEqual([]);
  });

  it('applies to that user only', async () => {
    await me.post('/api/today/stop');
    me = await test.person();
    expect((await requestSignal()).statusCode).toBe(200);
  });
});
