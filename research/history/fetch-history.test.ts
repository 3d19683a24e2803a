import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { barAt } from '#engine/bar/bar-table.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { barsOfDay, type FakeDukascopy, startFakeDukascopy } from '#tests/support/market/fake-dukascopy.ts';
import { dayMs } from '#domain/time.ts';
import { readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';
import type { Day } from './day.ts';
import { createDownloadBar, downloadDays, fetchHistory } from './fetch-history.ts';
import { NoAnswerError } from './fetch-with-retry.ts';

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

function barsIn(name: string): Bar[] {
  const file = readMarketFile(join(out, name), null);
  return file.kind === 'bars' ? Array.from({ length: file.size }, (_, i) => barAt(file, i)) : [];
}

it('retries after an error status or an invalid answer', async () => {
  const errors = [{ status: 503 }, { status: 200, body: '<html>sign in</html>' }, { status: 429 }];
  fake.error = (path) => (path.includes('/BID/') ? (errors.pop() ?? null) : null);
  expect(await fetchDays('2024-01-03')).toMatchObject({ code: 0 });
  expect(fake.requested).toHaveLength(5);
  expect(barsIn('EURUSD.csv.gz')).toHaveLength(1_296);
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
  expect(barsIn('EURUSD.csv.gz')).toHaveLength(3 * 1_296);
});

it('rejects minutes of another day, even when well-formed', async () => {
  await fake.stop();
  fake = await startFakeDukascopy((symbol, side, start) => barsOfDay(symbol, side, start + dayMs));
  const { code, output } = await fetchDays('2024-01-03');
  expect([code, output]).toEqual([1, expect.stringContaining('it contains minutes of another day')]);
  expect(filesIn(out)).toEqual([]);
});

function shown(isTerminal: boolean, saved: number, total: number): string {
  let text = '';
  let seconds = 0;
  const bar = createDownloadBar({
    total,
    saved,
    isTerminal,
    now: () => 1000 * seconds,
    write: (more) => void (text += more),
  });
  for (let day = saved; day < total; day += 1) {
    seconds += 3;
    bar.advance(`EURUSD day ${day + 1}`);
  }
  return text;
}

it('is one line on a terminal, with the remaining time at the pace of this run', () => {
  const lines = shown(true, 2, 4).split('\r\u001b[K');
  expect(lines).toEqual([
    '2 of 4 days were here already.\n',
    `[${'█'.repeat(22)}${'░'.repeat(8)}] 75 % 3 of 4 days, about 0:03 left  EURUSD day 3`,
    `[${'█'.repeat(30)}] 100 % 4 of 4 days, about 0:00 left  EURUSD day 4`,
  ]);
});

it('is one line per percent in a log', () => {
  expect(shown(false, 0, 2)).toBe('downloading 50 %, 0:03\ndownloading 100 %, 0:06\n');
  expect(shown(false, 0, 400).trimEnd().split('\n')).toHaveLength(101);
});

const days: readonly Day[] = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
const wanted = days.map((day) => ({ symbol: 'EURUSD', day }));
const now = Date.parse('2024-01-10T00:00:00Z');
const aBar: Bar = { time: 0, open: 1, high: 1, low: 1, close: 1 };

/** The days saved from an archive that returns these bars. */
async function download(toBars: (day: Day) => Bar[]) {
  const saved: Day[] = [];
  const done = downloadDays(wanted, {
    dukascopy: { toBars: async (_symbol, day) => toBars(day) },
    store: { save: async (_symbol, day) => void saved.push(day) },
    pause: async () => undefined,
    now,
    onDay: () => undefined,
  });
  const failure = await done.then(
    () => null,
    (error: unknown) => error,
  );
  return { saved, failure };
}

it('saves the days before a failed one, and requests no further ones', async () => {
  const requested: Day[] = [];
  const { saved, failure } = await download((day) => {
    requested.push(day);
    if (day === '2024-01-03') throw new NoAnswerError('nothing');
    return [aBar];
  });
  expect(failure).toEqual(new NoAnswerError('nothing'));
  expect(requested).not.toContain('2024-01-05');
  expect(saved).toEqual(requested.filter((day) => day !== '2024-01-03'));
});

it('does not save a day without bars that may not be published yet', async () => {
  const { saved, failure } = await download(() => []);
  expect([saved, failure]).toEqual([['2024-01-01', '2024-01-02', '2024-01-03'], null]);
});
