import { expect, test } from 'vitest';
import type { RecordEntries } from '#contract/record/views.ts';
import { createReadReplay } from './read-replay.ts';

const at = '2026-03-02T12:00:00.000Z';
const item = (index: number, kind: 'signal' | 'outcome', leaf: Record<string, unknown>) => ({
  index,
  kind,
  at,
  leafHash: 'ab'.repeat(32),
  leaf,
});
const anEntry = (index: number, feed: string, hasEdge = true): RecordEntries['items'][number] => ({
  issued: item(index, 'signal', {
    id: 'a',
    symbol: 'EURUSD',
    direction: 'BUY',
    passability: 57,
    duration: 3,
    feed,
    hasEdge,
    model: 'vip',
  }),
  ended: item(index + 1, 'outcome', {
    signal: 'a',
    result: 'successful',
    openPrice: 1,
    openedAt: at,
    closePrice: 2,
    expiresAt: at,
  }),
  proof: 'unproven',
});

function aReplay(answers: (RecordEntries['items'] | Error)[]) {
  let now = 0;
  let reads = 0;
  const readReplay = createReadReplay({
    readEntries: async () => {
      const answer = answers[Math.min(reads++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return { items: answer ?? [], older: null };
    },
    feed: 'here',
    bars: () => [],
    clock: { now: () => now },
  });
  return { readReplay, reads: () => reads, pass: (ms: number) => (now += ms) };
}

test('returns the same for five seconds, from one read of the record', async () => {
  const one = aReplay([[anEntry(4, 'here')], [anEntry(8, 'here')]]);
  const first = await Promise.all([one.readReplay(), one.readReplay()]);
  one.pass(4_999);
  expect([...first, await one.readReplay()].map(({ replay }) => replay?.index)).toEqual([4, 4, 4]);
  expect(one.reads()).toBe(1);
  one.pass(1);
  expect((await one.readReplay()).replay?.index).toBe(8);
});

test('retries at once after a record could not be read', async () => {
  const one = aReplay([new Error('the database is unavailable'), [anEntry(4, 'here')]]);
  await expect(one.readReplay()).rejects.toThrow('the database is unavailable');
  expect((await one.readReplay()).replay?.index).toBe(4);
});

test('finds no replay among signals of another market', async () => {
  const one = aReplay([[anEntry(4, 'elsewhere')]]);
  expect(await one.readReplay()).toEqual({ replay: null });
});

test('passes over a practice signal', async () => {
  const one = aReplay([[anEntry(8, 'here', false), anEntry(4, 'here')]]);
  expect((await one.readReplay()).replay?.index).toBe(4);
});
