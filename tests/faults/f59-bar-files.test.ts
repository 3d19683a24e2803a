import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Bar } from '#engine/bar/bar.ts';
import { StartError } from '#node/start-error.ts';
import { parseConfig } from '#server/config.ts';
import { chooseMarketData } from '#server/services/choose-market-data.ts';
import { wanderingBars } from '#tests/support/market/wandering-bars.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'f59-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A Monday. */
const start = Date.parse('2024-03-04T00:00:00Z');
const bars = wanderingBars({ start, count: 300 });

interface Form {
  readonly time: (at: number) => string | number;
  readonly prices?: (bar: Bar) => readonly number[];
  readonly header?: string;
  readonly every?: number;
  readonly isReversed?: boolean;
  readonly name?: string;
}
const all = ({ open, high, low, close }: Bar): readonly number[] => [open, high, low, close];
const iso = (at: number): string => new Date(at).toISOString();
const seconds = (at: number): number => at / 1_000;

function write(
  what: string,
  { time, prices = all, header = 'time,open,high,low,close', every = 1, isReversed = false, name }: Form,
): string {
  const rows = bars.filter((_, i) => i % every === 0).map((bar) => [time(bar.time), ...prices(bar)].join(','));
  const path = join(folder, name ?? `EURUSD ${what}.csv`);
  writeFileSync(path, [header, ...(isReversed ? rows.reverse() : rows)].join('\n'));
  return path;
}

const plain = write('plain', { time: seconds });
const milliseconds = write('milliseconds', { time: (at) => at });

/** As people have them; with REPLAY_TIMEZONE, where they state no zone. */
const read: [what: string, path: string, timezone?: string][] = [
  ['milliseconds', milliseconds],
  ['a pair behind a prefix', write('', { time: seconds, name: 'frxEURUSD.csv' })],
  ['newest first', write('newest first', { time: seconds, isReversed: true })],
  [
    'day before month',
    write('day first', { time: (at) => iso(at).replace(/(\d+)-(\d+)-(\d+)T(.*)Z/, '$3.$2.$1 $4') }),
    'UTC',
  ],
  [
    'compact times',
    write('compact', {
      time: (at) =>
        iso(at + 7_200_000)
          .replace(/\D/g, '')
          .slice(0, 14),
    }),
    'Europe/Athens',
  ],
  [
    'no zone',
    write('no zone', {
      time: (at) =>
        iso(at - 18_000_000)
          .slice(0, 16)
          .replace('T', ' '),
    }),
    'EST',
  ],
];

const bad: readonly (readonly [string, string, string])[] = [
  [
    'no zone',
    write('local', { time: (at) => iso(at).slice(0, 19) }),
    'line 2: the time "2024-03-04T00:00:00" has no zone; name it with',
  ],
  [
    'month before day',
    write('slashes', { time: () => '03/04/2024 00:00' }),
    'line 2: the time "03/04/2024 00:00" cannot be read; allowed are',
  ],
  ['zero prices', write('zero', { time: seconds, prices: () => [0, 0, 0, 0] }), 'line 2: open is "0"; allowed are'],
  [
    'high below low',
    write('swapped', { time: seconds, prices: ({ open, high, low, close }) => [open, low, high, close] }),
    'line 2: open 1.2',
  ],
  [
    'missing columns',
    write('line', { time: seconds, prices: ({ close }) => [close], header: 'time,close' }),
    'line 1: the columns are "time,close"; allowed are',
  ],
  [
    'five-minute bars',
    write('slow', { time: seconds, every: 5 }),
    'are 5 minutes apart; allowed are bars of one minute',
  ],
  ['no pair', write('', { time: seconds, name: 'FRXUSD.csv' }), 'names no pair of currencies; allowed is'],
];

describe('FEED=replay', () => {
  function replay(path: string, timezone?: string) {
    const variables = { FEED: 'replay', REPLAY_FILES: path, ...(timezone && { REPLAY_TIMEZONE: timezone }) };
    const { clock, scheduler } = createVirtualTime(start);
    const config = parseConfig(variables, () => 'secret');
    const recordedTo = Number.NEGATIVE_INFINITY;
    return chooseMarketData({ config, clock, scheduler, random: () => 0, recordedTo, log: silentLog }).marketData;
  }
  const history = (path: string, timezone?: string) => replay(path, timezone).backfill('EURUSD', start, 200);

  it.each<(typeof read)[number]>(read)('plays %s', async (_, path, timezone) => {
    const played = await history(path, timezone);
    expect(played.length).toBeGreaterThan(100);
    expect(played).toEqual(await history(plain));
  });

  it.each(bad)('does not start on %s', (_, path, words) => {
    expect(() => replay(path)).toThrow(StartError);
    expect(() => replay(path)).toThrow(words);
    expect(() => replay(path)).toThrow(path);
  });
});

describe('the commands', () => {
  const run = (command: string, ...args: string[]) =>
    spawnSync(process.execPath, [`research/${command}.ts`, ...args], { encoding: 'utf8' });

  it.each(['evaluate', 'lookahead', 'train', 'forecast --model kurs_ai_v2 --duration 5'])(
    '%s refuses the same',
    (line) => {
      const [command = '', ...more] = line.split(' ');
      const [, path, words] = bad[0] ?? [];
      const { status, stderr } = run(command, '--data', path ?? '', ...more);
      expect([status, stderr.includes(`${path}, ${words}`)]).toEqual([2, true]);
    },
  );

  it('evaluate makes the same of the same bars', () => {
    const figures = [
      [plain],
      [milliseconds],
      ...read.slice(-1).map(([, path, zone = '']) => [path, '--timezone', zone]),
    ].map((data) => {
      const json = join(folder, 'figures.json');
      expect(run('evaluate', '--data', ...data, '--model', 'kurs_ai_v1', '--json', json)).toMatchObject({ status: 0 });
      return readFileSync(json, 'utf8');
    });
    expect(new Set(figures).size).toBe(1);
    expect(figures[0]).toMatch(/"n": [1-9]/);
  });
});
