import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { Bar } from '#engine/bar/bar.ts';
import { barsOfDay, type FakeDukascopy, startFakeDukascopy } from '#tests/support/market/fake-dukascopy.ts';
import { dayMs } from '#domain/time.ts';
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

/** Retries run without pauses. */
async function fetchDays(...days: readonly Day[]) {
  const published: string[] = [];
  let output = '';
  const code = await fetchHistory(
    { symbols: ['EURUSD'], days, out, source: fake.source },
    {
      fetchUrl: fetch,
      pause: async () => undefined,
      now: Date.parse('2024-02-01T00:00:00Z'),
      ticks: () => 0,
      isTerminal: false,
      progress: (text) => void (output += text),
      print: (line) => void published.push(line),
    },
  );
  return { code, output, published };
}

const filesIn = (place: string): string[] => readdirSync(place).toSorted();

async function barsIn(name: string): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const batch of readBars(join(out, name))) bars.push(...batch);
  return bars;
}

it('retries after an error status or an invalid answer', async () => {
  const errors = [{ status: 503 }, { status: 200, body: '<html>sign in</html>' }, { status: 429 }];
  fake.error = (path) => (path.includes('/BID/') ? (errors.pop() ?? null) : null);
  expect(await fetchDays('2024-01-03')).toMatchObject({ code: 0 });
  expect(fake.requested).toHaveLength(5);
  expect(await barsIn('EURUSD.csv.gz')).toHaveLength(1_296);
});

it('stores no bar for a day missing in the archive, reports it, and does not request it again', async () => {
  fake.error = (path) => (path.endsWith('/1/3') ? { status: 404 } : null);
  const { code, published } = await fetchDays('2024-01-03', '2024-01-04');
  expect([code, published]).toEqual([
    0,
    [expect.stringMatching(/1,296 bars, 2 days from .*, 1 of them without a bar$/)],
  ]);
  fake.requested.length = 0;
  await fetchDays('2024-01-03', '2024-01-04');
  expect(fake.requested).toEqual([]);
});

it('preserves what is cached when the archive does not answer, writes no partial file, and resumes from there', async () => {
  fake.error = (path) => (path.endsWith('/1/4') ? { status: 500 } : null);
  const { code, output, published } = await fetchDays('2024-01-02', '2024-01-03', '2024-01-04');
  expect([code, published]).toEqual([1, []]);
  expect(output).toContain('the answer is 500; trying again in 60 s\n');
  expect(output).toMatch(
    /\/1\/4: the answer is 500, after 5 tries\.\n2 of 3 days are kept in .*; the same command goes/,
  );
  expect(filesIn(out)).toEqual(['.days']);
  expect(filesIn(join(out, '.days', 'EURUSD'))).toEqual(['2024-01-02.csv.gz', '2024-01-03.csv.gz']);
  fake.error = () => null;
  fake.requested.length = 0;
  expect(await fetchDays('2024-01-02', '2024-01-03', '2024-01-04')).toMatchObject({ code: 0 });
  expect(fake.requested).toHaveLength(2);
  expect(await barsIn('EURUSD.csv.gz')).toHaveLength(3 * 1_296);
});

it('rejects minutes of another day, even when well-formed', async () => {
  await fake.stop();
  fake = await startFakeDukascopy((symbol, side, start) => barsOfDay(symbol, side, start + dayMs));
  const { code, output } = await fetchDays('2024-01-03');
  expect([code, output]).toEqual([1, expect.stringContaining('it contains minutes of another day')]);
  expect(filesIn(out)).toEqual([]);
});
