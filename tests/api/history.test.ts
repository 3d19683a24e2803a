import { beforeAll, describe, expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { SignalHistory, SignalStats } from '#contract/statistics.ts';
import { createTestSignals, type SignalPerson, startsAt } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
let me: SignalPerson;
/** Oldest first: a loss, a win, a tie, a void one, an open one. */
let mine: Signal[];

beforeAll(async () => {
  me = await test.person();
  mine = [];
  const pairs = ['EURUSD', 'GBPUSD', 'EURUSD', 'AUDUSD'];
  for (const [i, result] of (['unsuccessful', 'successful', 'neutral', 'void'] as const).entries()) {
    const signal = await me.signal(`manual?interval=${i === 1 ? 5 : 3}&symbol=${pairs[i]}`);
    await test.finish(signal, result);
    mine.push(signal);
    test.time.advance(60_000);
  }
  mine.push(await me.signal());
});

const history = async (query = ''): Promise<SignalHistory> =>
  SignalHistory.parse((await me.get(`/api/signal/user/history${query}`)).json());
const stats = async (query = ''): Promise<SignalStats> =>
  SignalStats.parse((await me.get(`/api/signal/user/stats${query}`)).json());
const toIds = (...places: number[]): (string | undefined)[] => places.map((place) => mine[place]?.id);
const fromTo = (from: number, to: number): string =>
  `?from=${encodeURIComponent(mine[from]?.time ?? '')}&to=${encodeURIComponent(mine[to]?.time ?? '')}`;

describe('the history', () => {
  it('contains all signals of the caller, newest first', async () => {
    const { items, nextCursor, total } = await history();
    expect([items.map(({ id }) => id), nextCursor, total]).toEqual([toIds(4, 3, 2, 1, 0), null, 5]);
    expect(items.map(({ result }) => result)).toEqual([null, 'void', 'neutral', 'successful', 'unsuccessful']);
  });

  it('states whether each signal is proven; without a word of the record it is not', async () => {
    test.proofs.set(mine[4]?.recordIndex ?? -1, 'pending').set(mine[2]?.recordIndex ?? -1, 'proven');
    expect((await history()).items.map(({ proof }) => proof)).toEqual([
      'pending',
      'unproven',
      'proven',
      'unproven',
      'unproven',
    ]);
  });

  it.each([
    ['?symbol=EURUSD', [4, 2, 0]],
    ['?aiModel=manual', [3, 2, 1, 0]],
    ['?aiModel=kurs_ai_v1', []],
    ['?duration=5', [1]],
    ['?result=unsuccessful', [0]],
    ['?result=void', [3]],
    ['?symbol=EURUSD&result=neutral&duration=3&aiModel=manual', [2]],
  ])('applies the filters %s', async (query, places) => {
    const { items, total } = await history(query);
    expect([items.map(({ id }) => id), total]).toEqual([toIds(...places), places.length]);
  });

  it('takes an inclusive start and an exclusive end', async () => {
    expect((await history(fromTo(1, 3))).items.map(({ id }) => id)).toEqual(toIds(2, 1));
    expect((await history(fromTo(1, 1))).items).toEqual([]);
  });

  it('is paged without gaps or duplicates, also when signals are added or removed meanwhile', async () => {
    const first = await history('?limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(toIds(4, 3));
    const other = await test.person();
    await other.signal();
    const second = await history(`?limit=2&cursor=${first.nextCursor}`);
    expect([second.items.map(({ id }) => id), second.total]).toEqual([toIds(2, 1), 5]);
    const third = await history(`?limit=2&cursor=${second.nextCursor}`);
    expect([third.items.map(({ id }) => id), third.nextCursor]).toEqual([toIds(0), null]);
  });

  it('is sorted oldest first on request, by pages and as a file', async () => {
    const first = await history('?sort=oldest&limit=3');
    expect(first.items.map(({ id }) => id)).toEqual(toIds(0, 1, 2));
    const second = await history(`?sort=oldest&limit=3&cursor=${first.nextCursor}`);
    expect([second.items.map(({ id }) => id), second.nextCursor]).toEqual([toIds(3, 4), null]);
    const file = await me.get('/api/signal/user/history?sort=oldest', { accept: 'text/csv' });
    const lines = file.payload.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(toIds(0, 1, 2, 3, 4));
  });

  it.each([
    ['limit', '?limit=0'],
    ['sort', '?sort=best'],
    ['cursor', '?cursor=nonsense'],
    ['cursor', `?cursor=${Buffer.from(`-1 ${'0'.repeat(36)}`).toString('base64url')}`],
    ['symbol', '?symbol=EURXXX'],
    ['duration', '?duration=4'],
    ['from', '?from=yesterday'],
    ['to', '?from=2026-03-03T15:00:00Z&to=2026-03-03T14:00:00Z'],
  ])('names %s as the invalid field of %s', async (field, query) => {
    const answer = await me.get(`/api/signal/user/history${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'validation_failed', details: [{ field }] });
  });
});

describe('the history as a file', () => {
  const csv = (query = '') => me.get(`/api/signal/user/history${query}`, { accept: 'text/csv' });

  it('applies the filters', async () => {
    const lines = (await csv('?result=void')).payload.trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(toIds(3));
    expect(lines[1]).toContain(',void,no_entry_tick,');
  });
});

describe('the statistics', () => {
  it('count the three outcomes, and void signals separately', async () => {
    const counts = { total: 3, successful: 1, neutral: 1, unsuccessful: 1, void: 1, removed: 0, winRate: 0.5 };
    expect(await stats()).toMatchObject({
      ...counts,
      byModel: [{ aiModel: 'manual', total: 3, winRate: 0.5, low: null, high: null }],
      bySymbol: [
        { symbol: 'EURUSD', total: 2, winRate: 0 },
        { symbol: 'GBPUSD', total: 1, winRate: 1 },
        { symbol: 'AUDUSD', total: 0, void: 1, winRate: null },
      ],
      byHour: [{ hour: new Date(startsAt).getUTCHours(), total: 3 }],
      calibration: [{ real: 0.5, count: 2 }],
    });
  });

  it('apply the same filters as the history', async () => {
    expect(await stats('?symbol=EURUSD')).toMatchObject({
      total: 2,
      successful: 0,
      neutral: 1,
      unsuccessful: 1,
      winRate: 0,
    });
    expect(await stats('?result=void')).toMatchObject({ total: 0, void: 1, winRate: null, calibration: [] });
    expect(await stats(fromTo(1, 3))).toMatchObject({ total: 2, successful: 1, neutral: 1 });
  });

  it('count a signal removed from the lists as removed, and as nothing else', async () => {
    const loss = mine[0]?.id ?? '';
    expect((await me.delete(`/api/signal/delete/${loss}`)).statusCode).toBe(204);
    expect((await me.delete(`/api/signal/delete/${loss}`)).statusCode).toBe(404);
    expect(await stats()).toMatchObject({ total: 2, unsuccessful: 0, removed: 1, winRate: 1 });
    expect(await stats('?result=successful')).toMatchObject({ total: 1, removed: 0 });
    expect(await stats('?symbol=EURUSD')).toMatchObject({ total: 1, removed: 1 });
    expect((await history()).items.map(({ id }) => id)).toEqual(toIds(4, 3, 2, 1));
  });
});
