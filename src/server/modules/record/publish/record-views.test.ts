import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  RecordCoverage,
  RecordEntries,
  RecordEquity,
  RecordLeaves,
  RecordReplay,
  RecordSummary,
} from '#contract/record/views.ts';
import { writeLeaves } from '#server/modules/record/append/append-leaves.ts';
import { createRecordSetup, type RecordSetup } from '#tests/support/record/record-setup.ts';
import { type SimulatedSignal, simulateRecord } from '#tests/support/record/simulated-record.ts';
import { countAll } from '#tests/support/test-figures.ts';
import type { TestRecord } from '#tests/support/record/test-record.ts';

let setup: RecordSetup;
let one: TestRecord;
let simulated: SimulatedSignal[];

beforeAll(async () => {
  setup = await createRecordSetup();
  one = await setup.run();
  simulated = await simulateRecord(setup.database.db, { count: 1_000 });
  await simulateRecord(setup.database.db, { count: 25, seed: 2, feed: 'deriv' });
  // Issued at this very moment, so they have not expired.
  await simulateRecord(setup.database.db, { count: 5, open: 5, seed: 3, from: one.time.clock.now() });
  await countAll(setup.database.db);
}, 60_000);
afterAll(() => setup.tearDown());

const read = async (path: string): Promise<unknown> =>
  JSON.parse((await one.get(`/api/record${path}`)).body) as unknown;
const refused = async (path: string) => {
  const answer = await one.get(`/api/record${path}`);
  return [answer.status, (JSON.parse(answer.body) as { code: string }).code];
};
const settledSignals = () => simulated.filter(({ result }) => result !== null && result !== 'void');

describe('the summary', () => {
  it('states the market of the record, its start and its size', async () => {
    const summary = RecordSummary.parse(await read('/summary'));
    expect(summary).toMatchObject({ feed: { id: 'simulated:1', kind: 'simulated' }, payout: 0.82 });
    expect(summary.since).toBe(simulated[0]?.leaf.issuedAt);
    expect(summary.size).toBe(2 * 1_025 + 5);
  });
});

describe('the coverage', () => {
  it('counts the signals of each month, and those that are void', async () => {
    const { months } = RecordCoverage.parse(await read('/coverage'));
    const voids = simulated.filter(({ result }) => result === 'void').length;
    expect(months).toMatchObject([{ month: '2026-03', minutes: 0, voids: { no_closing_tick: voids } }]);
  });
});

describe('the replay', () => {
  it('shows the newest signal of this market with a result, and the prices around it', async () => {
    const { replay } = RecordReplay.parse(await read('/replay'));
    const { items } = RecordEntries.parse(await read('/entries?limit=50'));
    const newest = items.find(
      ({ issued, ended }) => issued.leaf?.['feed'] === 'simulated:1' && ended?.kind === 'outcome',
    );
    // Newer ones belong to another market: the bars of this one are not their prices.
    expect(items.findIndex(({ ended }) => ended?.kind === 'outcome')).toBeLessThan(items.indexOf(newest as never));
    expect(replay).toMatchObject({
      index: newest?.issued.index,
      symbol: newest?.issued.leaf?.['symbol'],
      direction: newest?.issued.leaf?.['direction'],
      passability: newest?.issued.leaf?.['passability'],
      result: newest?.ended?.leaf?.['result'],
      openPrice: newest?.ended?.leaf?.['openPrice'],
      closePrice: newest?.ended?.leaf?.['closePrice'],
    });
    expect(replay?.closes).toEqual([{ at: '2026-03-02T12:01:00.000Z', price: 1.2 }]);
  });
});

describe('the list of recorded signals', () => {
  it('pages back to the oldest, each once and with its end', async () => {
    const seen: string[] = [];
    for (let before = ''; ; ) {
      const page = RecordEntries.parse(await read(`/entries?limit=50${before}`));
      for (const { issued, ended } of page.items) {
        expect(issued.kind).toBe('signal');
        const own = simulated.find(({ id }) => id === issued.leaf?.['id']);
        if (own) expect(ended?.leaf?.['result']).toBe(own.result ?? undefined);
        seen.push(issued.leafHash);
      }
      if (page.older === null) break;
      before = `&before=${page.older}`;
    }
    expect(seen).toHaveLength(1_030);
    expect(new Set(seen).size).toBe(1_030);
  });

  it('hides the content of open signals', async () => {
    const page = RecordEntries.parse(await read('/entries?limit=50'));
    const open = page.items.filter(({ ended }) => ended === null);
    expect(open).toHaveLength(5);
    for (const { issued } of open) expect(issued.leaf).toBeUndefined();
  });

  it.each(['?limit=0', '?limit=51', '?before=-1', '?before=x'])('rejects %s', async (query) => {
    expect(await refused(`/entries${query}`)).toEqual([400, 'validation_failed']);
  });
});

describe('one entry', () => {
  it('is found by its signal and by each of its numbers, with everything recorded of it', async () => {
    const [own] = settledSignals();
    const bySignal = RecordLeaves.parse(await read(`/entry/${own?.id}`));
    expect(bySignal.leaves.map(({ kind }) => kind)).toEqual(['signal', 'outcome']);
    expect(bySignal.leaves[0]).toMatchObject({ index: bySignal.index, leaf: own?.leaf });
    for (const { index } of bySignal.leaves) {
      expect(RecordLeaves.parse(await read(`/entry/${index}`))).toEqual({ ...bySignal, index });
    }
  });

  it('is not found when it does not exist', async () => {
    expect(await refused('/entry/999999')).toEqual([404, 'not_found']);
    expect(await refused('/entry/3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5d')).toEqual([404, 'not_found']);
    expect(await refused('/entry/somebody')).toEqual([400, 'validation_failed']);
  });
});

describe('the equity curve', () => {
  const equity = async (query = '') => RecordEquity.parse(await read(`/equity${query}`));
  const stakes = (all: readonly SimulatedSignal[], payout: number): number =>
    all.reduce((sum, { result }) => sum + (result === 'successful' ? payout : result === 'unsuccessful' ? -1 : 0), 0);

  it('is the sum of one stake on every signal of the current market', async () => {
    const all = await equity();
    expect(all.trades).toBe(settledSignals().length);
    expect(all.total).toBeCloseTo(stakes(settledSignals(), 0.82), 6);
    expect(all.points.at(-1)).toMatchObject({ trades: all.trades, total: all.total });
    expect(await equity('?feed=deriv')).not.toEqual(all);
  });

  it('uses the requested payout and model', async () => {
    const own = settledSignals().filter(({ leaf }) => leaf.model === 'vip');
    const vip = await equity('?aiModel=vip&payout=0.9');
    expect([vip.trades, vip.payout]).toEqual([own.length, 0.9]);
    expect(vip.total).toBeCloseTo(stakes(own, 0.9), 6);
    expect(await refused('/equity?aiModel=gpt_99')).toEqual([400, 'validation_failed']);
    expect(await refused('/equity?payout=0')).toEqual([400, 'validation_failed']);
  });

  it('keeps signals and shadow forecasts apart', async () => {
    expect(await equity('?source=signals')).toEqual(await equity());
    expect(await equity('?source=shadow')).toMatchObject({ trades: 0, points: [] });
    expect(await refused('/equity?source=people')).toEqual([400, 'validation_failed']);
  });

  it('reads each new leaf once, and a void removes its outcome', async () => {
    const before = await equity();
    const lost = settledSignals().find(({ result }) => result === 'unsuccessful');
    if (!lost) throw new Error('nothing was lost');
    const at = new Date('2026-03-03T00:00:00.000Z');
    const leaf = { signal: lost.id, result: 'void', reason: 'operator', at: at.toISOString() } as const;
    await setup.database.db.transaction((tx) => writeLeaves(tx, [{ kind: 'void', signalId: lost.id, at, leaf }]));
    const after = await equity();
    expect([after.trades, after.total]).toEqual([before.trades - 1, Math.round((before.total + 1) * 1e6) / 1e6]);
    expect(await equity()).toEqual(after);
  });
});
