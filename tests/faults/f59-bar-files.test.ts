import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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
const seconds = (at: number): string => String(at / 1_000);
/** Clock time at a distance from UTC, without a zone. */
const clock = (at: number, hours: number): string => new Date(at + hours * 3_600_000).toISOString().slice(0, 19);

let written = 0;
function write(toTime: (at: number) => string, edit = (text: string): string => text, name = 'EURUSD.csv'): string {
  const rows = bars.map(({ time, open, high, low, close }) => [toTime(time), open, high, low, close].join(','));
  const path = join(folder, `${(written += 1)} ${name}`);
  writeFileSync(path, edit(['time,open,high,low,close', ...rows].join('\n')));
  return path;
}

const plain = write(seconds);
const milliseconds = write(String);
const historical = write((at) => clock(at, -5));
const read: [what: string, path: string, timezone?: string][] = [
  ['milliseconds', milliseconds],
  ['a pair behind a prefix', write(seconds, undefined, 'frxEURUSD.csv')],
  [
    'newest first',
    write(seconds, (text) =>
      text.replace(/\n(.*)$/s, (_, rows: string) => `\n${rows.split('\n').reverse().join('\n')}`),
    ),
  ],
  ['day before month', write((at) => clock(at, 0).replace(/(\d+)-(\d+)-(\d+)T/, '$3.$2.$1 ')), 'UTC'],
  ['compact times', write((at) => clock(at, 2).replace(/\D/g, '')), 'Europe/Athens'],
  ['no zone', historical, 'EST'],
];
const bad = [
  ['no zone', historical, 'line 2: the time "2024-03-03T19:00:00" has no zone; name it with'],
  [
    'day and month in doubt',
    write(() => '03/04/2024 00:00'),
    'line 2: the time "03/04/2024 00:00" cannot be read; allowed',
  ],
  ['zero prices', write(seconds, (text) => text.replace(/0,1\.\d+/, '0,0')), 'line 2: open is "0"; allowed are'],
  ['high below low', write(seconds, (text) => text.replace('high,low', 'low,high')), 'line 2: open 1.2'],
  [
    'missing columns',
    write(seconds, (text) => text.replace('open,high,low,', '')),
    'line 1: the columns are "time,close"; allowed',
  ],
  [
    'five-minute bars',
    write((at) => seconds(start + 5 * (at - start))),
    '5 minutes apart; allowed are bars of one minute',
  ],
  ['no pair', write(seconds, undefined, 'FRXUSD.csv'), 'names no pair of currencies; allowed is'],
] as const;

describe('FEED=replay', () => {
  function replay(path: string, timezone?: string) {
    const { clock: now, scheduler } = createVirtualTime(start);
    const variables = { FEED: 'replay', REPLAY_FILES: path, ...(timezone && { REPLAY_TIMEZONE: timezone }) };
    const config = parseConfig(variables, () => 'secret');
    return chooseMarketData({ config, clock: now, scheduler, random: () => 0, log: silentLog }).marketData;
  }
  const history = (path: string, timezone?: string) => replay(path, timezone).backfill('EURUSD', start, 200);

  it.each<(typeof read)[number]>(read)('plays %s', async (_, path, timezone) => {
    const played = await history(path, timezone);
    expect(played.length).toBeGreaterThan(100);
    expect(played).toEqual(await history(plain));
  });

  it.each(bad)('does not start on %s', (_, path, words) => {
    expect(() => replay(path)).toThrow(StartError);
    expect(() => replay(path)).toThrow(/^REPLAY_FILES: .*\.\nCorrect this, or choose/);
    expect(() => replay(path)).toThrow(words);
    expect(() => replay(path)).toThrow(path);
  });
});

describe('the commands', () => {
  const run = (command: string, ...args: string[]) =>
    spawnSync(process.execPath, [`research/${command}.ts`, ...args], { encoding: 'utf8' });

  it.each(['evaluate', 'train'])('%s refuses the same', (line) => {
    const [command = '', ...more] = line.split(' ');
    const [, path, words] = bad[0];
    const { status, stderr } = run(command, '--data', path, ...more);
    expect([status, stderr.includes(`${path}, ${words}`)]).toEqual([2, true]);
  });

  it('evaluate makes the same of the same bars', () => {
    const reports = [[plain], [milliseconds], [historical, '--timezone', 'EST']].map((data) => {
      const { status, stdout } = run('evaluate', '--data', ...data, '--model', 'kurs_ai_v1');
      expect(status).toBe(0);
      return stdout;
    });
    expect(new Set(reports).size).toBe(1);
    expect(reports[0]).toMatch(/[1-9]/);
  });
});
