import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { Bar } from '#engine/bar/bar.ts';
import { barsOfDay, type FakeDukascopy, startFakeDukascopy } from '#tests/support/fake-dukascopy.ts';
import { readBars } from '../bars/read-bars.ts';
import type { Day } from './day.ts';
import { fetchHistory } from './fetch-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'history-'));
afterAll(() => rmSync(folder, { recursive: true }));

let fake: FakeDukascopy;
let out = '';
beforeEach(async () => {
  fake = await startFakeDukascopy();
  out = mkdtempSync(join(folder, 'out-'));
});
afterEach(() => fake.stop());

/** Nobody waits between the tries. */
async function fetchDays(...days: readonly Day[]) {
  const told: string[] = [];
  let said = '';
  const code = await fetchHistory(
    { symbols: ['EURUSD'], days, out, source: fake.source },
    {
      ask: fetch,
      pause: async () => undefined,
      now: Date.parse('2024-02-01T00:00:00Z'),
      ticks: () => 0,
      isTerminal: false,
      say: (text) => void (said += text),
      tell: (line) => void told.push(line),
    },
  );
  return { code, said, told };
}

const filesIn = (place: string): string[] => readdirSync(place).toSorted();

async function barsIn(name: string): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const batch of readBars(join(out, name))) bars.push(...batch);
  return bars;
}

it('tries again what was refused or is not what it should be', async () => {
  const faults = [{ status: 503 }, { status: 200, body: '<html>sign in</html>' }, { status: 429 }];
  fake.fault = (path) => (path.includes('/BID/') ? (faults.pop() ?? null) : null);
  expect(await fetchDays('2024-01-03')).toMatchObject({ code: 0 });
  expect(fake.asked).toHaveLength(5);
  expect(await barsIn('EURUSD.csv.gz')).toHaveLength(1_296);
});

it('has no bar of a day the archive does not hold, says so, and does not ask again', async () => {
  fake.fault = (path) => (path.endsWith('/1/3') ? { status: 404 } : null);
  const { code, told } = await fetchDays('2024-01-03', '2024-01-04');
  expect([code, told]).toEqual([0, [expect.stringMatching(/1,296 bars, 2 days from .*, 1 of them without a bar$/)]]);
  fake.asked.length = 0;
  await fetchDays('2024-01-03', '2024-01-04');
  expect(fake.asked).toEqual([]);
});

it('keeps what it has when the archive gives no answer, writes no half file, and goes on from there', async () => {
  fake.fault = (path) => (path.endsWith('/1/4') ? { status: 500 } : null);
  const { code, said, told } = await fetchDays('2024-01-02', '2024-01-03', '2024-01-04');
  expect([code, told]).toEqual([1, []]);
  expect(said).toContain('the answer is 500; trying again in 60 s\n');
  expect(said).toMatch(/\/1\/4: the answer is 500, after 5 tries\.\n2 of 3 days are kept in .*; the same command goes/);
  expect(filesIn(out)).toEqual(['.days']);
  expect(filesIn(join(out, '.days', 'EURUSD'))).toEqual(['2024-01-02.csv.gz', '2024-01-03.csv.gz']);
  fake.fault = () => null;
  fake.asked.length = 0;
  expect(await fetchDays('2024-01-02', '2024-01-03', '2024-01-04')).toMatchObject({ code: 0 });
  expect(fake.asked).toHaveLength(2);
  expect(await barsIn('EURUSD.csv.gz')).toHaveLength(3 * 1_296);
});

it('refuses minutes of another day, however well they are written', async () => {
  await fake.stop();
  fake = await startFakeDukascopy((symbol, side, start) => barsOfDay(symbol, side, start + 86_400_000));
  const { code, said } = await fetchDays('2024-01-03');
  expect([code, said]).toEqual([1, expect.stringContaining('it holds minutes of another day')]);
  expect(filesIn(out)).toEqual([]);
});
