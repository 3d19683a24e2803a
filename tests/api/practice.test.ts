import { beforeEach, describe, expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { listSignalLeaves } from '#tests/support/record/leaves-of.ts';
import { contestModule } from '#server/modules/contest/module.ts';
import { fakeMail } from '#tests/support/test-people.ts';
import { createTestSignals, type SignalPerson, type TestParts } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(() => createTestSignals({ config: { rateLimitPerMinute: 600 }, alsoServe: contestRoutes }));
let me: SignalPerson;
beforeEach(async () => {
  me = await test.person();
  test.market.passability = 54;
});

const contestRoutes = (parts: TestParts) =>
  contestModule({ ...parts, mail: fakeMail(), config: { ...parts.config, contest } }).routes;
const contest = { days: { start: '2026-03-01', end: '2026-03-31' }, timezone: 'Europe/Kyiv', prizes: [] };

const practice = (query = 'kurs_ai_v2?interval=3&below=1'): Promise<Signal> => me.signal(query);
const computeStats = async () => (await me.get('/api/signal/user/stats')).json();

describe('a signal without an edge', () => {
  it('is given only when it is asked for, and says so', async () => {
    const refused = await me.get('/python_api/signal/kurs_ai_v2?interval=3');
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'no_signal']);
    expect(refused.json().details).toMatchObject({
      reason: 'below_threshold',
      best: { aiModel: 'kurs_ai_v2', signal: 'BUY', duration: 3 },
    });
    expect(await practice()).toMatchObject({ aiModel: 'kurs_ai_v2', duration: 3, hasEdge: false });
  });

  it('is one with an edge when there is one after all', async () => {
    test.market.passability = 57;
    expect(await practice()).toMatchObject({ hasEdge: true });
  });

  it('is recorded as such before its outcome', async () => {
    const { id } = await practice();
    const [stored] = await listSignalLeaves(test.database.db, id);
    // Not stated by any minute, because its pair is not in turn; or below break-even at its payout.
    expect(stored?.leaf).toMatchObject({ kind: 'signal', payout: 0.82 });
    expect(stored?.leaf.kind === 'signal' && stored.leaf.probability < 54.95).toBe(true);
  });

  it('cannot be taken as one with an edge', async () => {
    const signal = await practice();
    const take = (body: object) => me.post(`/api/signal/user/${me.id}`, body);
    expect((await take({ ...signal, hasEdge: true })).json()).toMatchObject({
      code: 'signal_mismatch',
      details: { field: 'hasEdge' },
    });
    expect((await take(signal)).statusCode).toBe(201);
  });

  it('is counted apart in the figures of its trader, and can be listed alone', async () => {
    const first = await practice();
    await test.finish(first, 'successful');
    test.market.passability = 57;
    const second = await me.signal();
    await test.finish(second, 'unsuccessful');
    expect(await computeStats()).toMatchObject({
      total: 1,
      unsuccessful: 1,
      practice: { total: 1, successful: 1, winRate: 1 },
      byModel: [{ aiModel: 'kurs_ai_v2', total: 1 }],
    });
    const toIds = async (query: string): Promise<string[]> =>
      (await me.get(`/api/signal/user/history${query}`)).json().items.map(({ id }: Signal) => id);
    expect(await toIds('')).toEqual([second.id, first.id]);
    expect(await toIds('?hasEdge=false')).toEqual([first.id]);
    expect(await toIds('?hasEdge=true')).toEqual([second.id]);
  });

  it('is in no sum of its trader but its own: of the history, the day, the digest and the contest', async () => {
    await me.post('/api/user/joinContest');
    const readSums = async () => {
      const [stats, today, own] = await Promise.all(
        ['/api/signal/user/stats', '/api/today', '/api/user/contest'].map(async (path) => (await me.get(path)).json()),
      );
      // The weekly digest and the bankroll read the same statistics.
      const { practice: _apart, ...figures } = stats;
      return { figures, today: today.results, contest: own.me.signals };
    };
    test.market.passability = 57;
    await test.finish(await me.signal(), 'successful');
    const before = await readSums();
    expect(before).toMatchObject({ figures: { total: 1, winRate: 1 }, today: ['successful'], contest: 1 });
    test.market.passability = 54;
    for (const result of ['unsuccessful', 'successful', 'neutral', 'void'] as const)
      await test.finish(await practice(), result);
    expect(await readSums()).toEqual(before);
    expect((await computeStats()).practice).toMatchObject({ total: 3, void: 1 });
  });

  it('is what the manual model gives where no model has an edge', async () => {
    expect(await practice('manual?symbol=EURUSD&interval=3')).toMatchObject({ aiModel: 'manual', hasEdge: false });
  });
});

describe('the best of all models and durations', () => {
  it.each([['below=2'], ['interval=any&below=yes'], ['interval=4']])('rejects %s', async (query) => {
    const answer = await me.get(`/python_api/signal?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
  });
});
