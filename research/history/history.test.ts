import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { barAt } from '#engine/bar/bar-table.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { barsOfDay, type FakeDukascopy, startFakeDukascopy } from '#tests/support/market/fake-dukascopy.ts';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { dayMs } from '#domain/time.ts';
import { readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';
import { instrumentMetaData } from 'dukascopy-node';
import { midBars, type SideBar } from './dukascopy.ts';
import { fetchHistory } from './fetch-history.ts';

// Every test starts one or two processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'history-'));
afterAll(() => rmSync(folder, { recursive: true }));

let fake: FakeDukascopy;
let out = '';
beforeEach(async () => {
  fake = await startFakeDukascopy();
  out = mkdtempSync(join(folder, 'out-'));
});
afterEach(() => fake.stop());

const script = new URL('../history.ts', import.meta.url).pathname;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The fake server runs in this process, so it must not block on the other. */
function history(args: readonly string[], onStart?: (kill: () => void) => void): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (output.stderr += text));
    onStart?.(() => child.kill('SIGKILL'));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

function barsIn(name: string): Bar[] {
  const file = readMarketFile(join(out, name), null);
  return file.kind === 'bars' ? Array.from({ length: file.size }, (_, i) => barAt(file, i)) : [];
}

const toDates = (bars: readonly Bar[]): string[] => [
  ...new Set(bars.map(({ time }) => new Date(time).toISOString().slice(0, 10))),
];

describe('npm run history', () => {
  it('writes mid bars of every quoted minute in the format that train and evaluate read', async () => {
    const { code, stdout } = await history([
      '--pairs',
      'EURUSD,usdjpy',
      '--from',
      '2024-01-05',
      '--to',
      '2024-01-09',
      '--out',
      out,
      '--source',
      fake.source,
    ]);
    expect([code, stdout]).toEqual([
      0,
      ['EURUSD', 'USDJPY']
        .map((symbol) => `${join(out, symbol)}.csv.gz: 3,888 bars, 3 days from 2024-01-05 to 2024-01-08\n`)
        .join(''),
    ]);
    const bars = barsIn('EURUSD.csv.gz');
    // Never a Saturday.
    expect(toDates(bars)).toEqual(['2024-01-05', '2024-01-07', '2024-01-08']);
    expect(fake.requested.filter((path) => path.includes('EUR-USD')).toSorted()).toEqual(
      ['ASK', 'BID'].flatMap((side) => [5, 7, 8].map((day) => `/v1/candles/minute/EUR-USD/${side}/2024/1/${day}`)),
    );
    const bids = barsOfDay('EURUSD', 'BID', Date.parse('2024-01-05T00:00:00Z'));
    expect(bars.slice(0, 12)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12].map((minute) => {
        const { time, open, high, low, close } = bids[minute] as Bar;
        // Half of the one or two points between the sides.
        const mid = (price: number): number => Number((price + (1 + (minute % 2)) / 200_000).toFixed(6));
        return { time, open: mid(open), high: mid(high), low: mid(low), close: mid(close) };
      }),
    );
    expect(barsIn('USDJPY.csv.gz')[0]?.open).toBeCloseTo(150, 1);
  });

  it('resumes where it was killed', async () => {
    const days = ['--pairs', 'EURUSD', '--from', '2024-01-08', '--to', '2024-01-20', '--out', out];
    const killed = await history([...days, '--source', fake.source], (kill) => {
      fake.error = () => {
        if (fake.requested.length === 12) kill();
        return null;
      };
    });
    expect(killed.code).toBe(null);
    expect(readdirSync(out)).toEqual(['.days']);
    const saved = readdirSync(join(out, '.days', 'EURUSD')).filter((name) => name.endsWith('.csv.gz'));
    expect(saved.length).toBeGreaterThan(0);
    fake.error = () => null;
    fake.requested.length = 0;
    const { code, stderr } = await history([...days, '--source', fake.source]);
    expect([code, fake.requested.length]).toEqual([0, 2 * (11 - saved.length)]);
    expect(stderr).toContain(`${saved.length} of 11 days were here already.\n`);
    expect(toDates(barsIn('EURUSD.csv.gz'))).toHaveLength(11);
  });
});

describe('a usage error prints one sentence and exits with code 2', () => {
  const range = ['--from', '2024-01-01', '--to', '2024-02-01'];
  it.each([
    [range, /^--pairs is missing: .*\n$/],
    [['--pairs', 'EURUSD,EUREUR', ...range], /^--pairs: "EUREUR" is no pair of the product\.\n$/],
    [['--pairs', 'EURUSD', '--from', '2024-02-30', '--to', '2024-03-01'], /^--from 2024-02-30: write a date .*\n$/],
    [['--pairs', 'EURUSD', '--from', '2024-02-01', '--to', '2999-01-01'], /^--to 2999-01-01: days that are over .*\n$/],
    [['--pairs', 'EURUSD', '--from', '2024-01-06', '--to', '2024-01-07'], /^Between .* the market was closed\.\n$/],
    [['--pairs', 'EURUSD', ...range, '--from', '2023-01-01'], /^--from is given twice\.\n$/],
  ] as const)('npm run history with %j', async (args, message) => {
    const { code, stdout, stderr } = await history(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(fake.requested).toEqual([]);
  });
});

/** In this process, without waiting. */
async function fetchDays(now: string, ...days: readonly string[]) {
  const published: string[] = [];
  const pauses: number[] = [];
  let output = '';
  const code = await fetchHistory(
    { symbols: ['EURUSD'], days: days.map((day) => Date.parse(day)), out, source: fake.source },
    {
      pause: async (ms) => void pauses.push(ms),
      now: Date.parse(now),
      progress: (text) => void (output += text),
      print: (line) => void published.push(line),
    },
  );
  return { code, output, published, pauses };
}
const later = '2024-02-01';
const savedDays = (): string[] => readdirSync(join(out, '.days', 'EURUSD')).toSorted();

describe('an archive', () => {
  it('is asked again after an error or an invalid answer, as late as it says, up to five minutes', async () => {
    const errors = [
      { status: 200, body: '<html>sign in</html>' },
      { status: 429, after: '30' },
      { status: 429, after: '86400' },
    ];
    fake.error = (path) => {
      const error = path.includes('/BID/') ? errors.pop() : undefined;
      return error ? { ...error, headers: error.after ? { 'retry-after': error.after } : {} } : null;
    };
    const { code, pauses } = await fetchDays(later, '2024-01-03');
    expect([code, fake.requested.length, barsIn('EURUSD.csv.gz').length]).toEqual([0, 5, 1_296]);
    expect(pauses).toEqual([300_000, 30_000, 15_000, 150]);
  });

  it('that lacks a day is not asked for it again once it must be published', async () => {
    fake.error = (path) => (path.endsWith('/1/3') ? { status: 404 } : null);
    const { published } = await fetchDays(later, '2024-01-03', '2024-01-04');
    expect(published).toEqual([expect.stringMatching(/1,296 bars, 2 days from .*, 1 of them without a bar$/)]);
    fake.requested.length = 0;
    const { published: more } = await fetchDays(later, '2024-01-02', '2024-01-03');
    expect([fake.requested.length, more]).toEqual([2, [expect.stringMatching(/3 days from 2024-01-02 to 2024-01-04/)]]);
    fake.error = () => ({ status: 404 });
    await fetchDays('2024-01-14', '2024-01-07', '2024-01-08');
    expect(savedDays().at(-1)).toBe('2024-01-07.csv.gz');
  });

  it('that does not answer loses nothing: no file is begun, and the next run goes on', async () => {
    fake.error = (path) => (path.endsWith('/1/4') ? { status: 500 } : null);
    const { code, output, published } = await fetchDays(later, '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05');
    expect([code, published]).toEqual([1, []]);
    expect(output).toContain('the answer is 500; trying again in 60 s\n');
    expect(output).toMatch(
      /\/1\/4: the answer is 500, after 5 tries\.\n\d of 4 days are kept in .*; the same command goes/,
    );
    expect(savedDays()).toEqual(expect.arrayContaining(['2024-01-02.csv.gz', '2024-01-03.csv.gz']));
    expect(readdirSync(out)).toEqual(['.days']);
    fake.error = () => null;
    expect(await fetchDays(later, '2024-01-02', '2024-01-03', '2024-01-04')).toMatchObject({ code: 0 });
  });

  it('that answers with minutes of another day is not believed', async () => {
    await fake.stop();
    fake = await startFakeDukascopy((symbol, side, start) => barsOfDay(symbol, side, start + dayMs));
    const { code, output } = await fetchDays(later, '2024-01-03');
    expect([code, output]).toEqual([1, expect.stringContaining('it contains minutes of another day')]);
  });

  it('has every pair of the product', () => {
    expect(currencyPairs.filter(({ symbol }) => !(symbol.toLowerCase() in instrumentMetaData))).toEqual([]);
  });
});

const bar = (minute: number, price: number, volume = 1): SideBar => ({
  time: minute * 60_000,
  open: price,
  high: price + 0.002,
  low: price - 0.001,
  close: price + 0.001,
  volume,
});

it.each([
  ['neither side was quoted', [bar(1, 1.1, 0)], [bar(1, 1.2, 0)], []],
  ['the ask alone was quoted', [bar(1, 1.1, 0)], [bar(1, 1.2, 3)], [60_000]],
  ['the ask is missing', [bar(1, 1.1), bar(2, 1.1)], [bar(2, 1.2)], [120_000]],
  ['the bid is missing', [bar(2, 1.1)], [bar(1, 1.2), bar(2, 1.2)], [120_000]],
])('has a bar only for minutes reported on both sides and quoted on either: %s', (_what, bids, asks, times) => {
  expect(midBars('EURUSD', bids, asks).map(({ time }) => time)).toEqual(times);
});
