import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { barAt } from '#engine/bar/bar-table.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { barsOfDay, type FakeDukascopy, startFakeDukascopy } from '#tests/support/market/fake-dukascopy.ts';
import { readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';

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

const download = (from: string, to: string, pairs = 'EURUSD') =>
  history(['--pairs', pairs, '--from', from, '--to', to, '--out', out, '--source', fake.source]);

function barsIn(name: string): Bar[] {
  const file = readMarketFile(join(out, name), null);
  return file.kind === 'bars' ? Array.from({ length: file.size }, (_, i) => barAt(file, i)) : [];
}

const wednesday = Date.parse('2024-01-03T00:00:00Z');
const toDates = (bars: readonly Bar[]): string[] => [
  ...new Set(bars.map(({ time }) => new Date(time).toISOString().slice(0, 10))),
];

describe('npm run history', () => {
  it('writes mid bars of every quoted minute in the format that train and evaluate read', async () => {
    const { code, stdout } = await download('2024-01-03', '2024-01-05', 'EURUSD,usdjpy');
    expect([code, stdout]).toEqual([
      0,
      ['EURUSD', 'USDJPY']
        .map((symbol) => `${join(out, symbol)}.csv.gz: 2,592 bars, 2 days from 2024-01-03 to 2024-01-04\n`)
        .join(''),
    ]);
    const bars = barsIn('EURUSD.csv.gz');
    expect(toDates(bars)).toEqual(['2024-01-03', '2024-01-04']);
    const bids = barsOfDay('EURUSD', 'BID', wednesday);
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

  it('requests both sides of each day once, and never a Saturday', async () => {
    await download('2024-01-05', '2024-01-09');
    expect(fake.requested.toSorted()).toEqual(
      ['ASK', 'BID'].flatMap((side) => [5, 7, 8].map((day) => `/v1/candles/minute/EUR-USD/${side}/2024/1/${day}`)),
    );
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

  it('adds another range to the file', async () => {
    await download('2024-01-03', '2024-01-05');
    fake.requested.length = 0;
    const { stdout } = await download('2024-01-02', '2024-01-04');
    expect(fake.requested).toHaveLength(2);
    expect(stdout).toContain('3 days from 2024-01-02 to 2024-01-04');
    expect(toDates(barsIn('EURUSD.csv.gz'))).toEqual(['2024-01-02', '2024-01-03', '2024-01-04']);
  });
});

describe('a usage error prints one sentence and exits with code 2', () => {
  const range = ['--from', '2024-01-01', '--to', '2024-02-01'];
  it.each([
    [range, /^--pairs is missing: .*\n$/],
    [['--pairs', 'EURUSD,XAUUSD', ...range], /^--pairs: "XAUUSD" is not one of the 28 pairs of the product\.\n$/],
    [['--pairs', 'EURUSD', '--to', '2024-02-01'], /^--from is missing: .*\n$/],
    [['--pairs', 'EURUSD', '--from', '2024-02-30', '--to', '2024-03-01'], /^--from 2024-02-30: write a date .*\n$/],
    [['--pairs', 'EURUSD', '--from', '2024-02-01', '--to', '2024-02-01'], /^--from must lie before --to\.\n$/],
    [['--pairs', 'EURUSD', '--from', '2024-02-01', '--to', '2999-01-01'], /^--to 2999-01-01: days that are over .*\n$/],
    [['--pairs', 'EURUSD', '--from', '2024-01-06', '--to', '2024-01-07'], /^Between .* the market was closed\.\n$/],
    [['--pairs', 'EURUSD', ...range, '--from', '2023-01-01'], /^--from is given twice\.\n$/],
    [['--pairs', 'EURUSD', ...range, '--source', 'nowhere'], /^--source nowhere: write an address .*\n$/],
    [['--pairs', 'EURUSD', ...range, '--out', script], /^--out: .* is not a folder\.\n$/],
    [['--pairs', 'EURUSD', ...range, '--wat', '1'], /^Unknown option '--wat'.*\n$/],
  ] as const)('npm run history with %j', async (args, message) => {
    const { code, stdout, stderr } = await history(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(fake.requested).toEqual([]);
  });
});
