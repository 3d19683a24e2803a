import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { wanderingBars } from '#tests/support/wandering-bars.ts';

// Every test starts a process or two, on a machine that may have other work.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

const start = Date.parse('2018-10-02T00:00:00Z');
const lines = wanderingBars({ start, count: 1_300 }).map(
  ({ time, open, high, low, close }) => `${time / 1000},${open},${high},${low},${close}\n`,
);

function csv(name: string, content: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `time,open,high,low,close\n${content.join('')}`);
  return path;
}

const whole = csv('EURUSD.csv', lines);
const script = (name: string): string => new URL(`./${name}.ts`, import.meta.url).pathname;

const run = (name: string, args: readonly string[]) =>
  spawnSync(process.execPath, [script(name), ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });

const forecast = (path: string, ...more: string[]) =>
  run('forecast', ['--data', path, '--model', 'kurs_ai_v2', '--duration', '5', ...more]);

describe('npm run forecast', () => {
  const answer = forecast(whole);
  const said = answer.stdout.trim().split('\n');

  it('prints one line of JSON for every decision and nothing else', () => {
    expect(answer.status).toBe(0);
    expect(said).toHaveLength(1_300 - 240);
    const decision = JSON.parse(said[0] ?? '') as Record<string, unknown>;
    expect(Object.keys(decision)).toEqual(['symbol', 'time', 'duration', 'pUp', 'passability', 'signalled']);
    expect(decision).toMatchObject({
      symbol: 'EURUSD',
      duration: 5,
      time: new Date(start + 240 * 60_000).toISOString(),
    });
  });

  it('says the same to the bit of a prefix', () => {
    const prefix = forecast(csv('EURUSD-prefix.csv', lines.slice(0, 900)));
    expect(prefix.stdout.trim().split('\n')).toEqual(said.slice(0, 900 - 240));
  });

  it('keeps to the range, warmed up by what lies before it', () => {
    const ranged = forecast(whole, '--from', '2018-10-02T10:00:00Z', '--to', '2018-10-02T12:00:00Z');
    expect(ranged.stdout.trim().split('\n')).toEqual(said.slice(600 - 240, 720 - 240));
  });

  it('ends in silence when its reader has left', async () => {
    const child = spawn(process.execPath, [
      script('forecast'),
      '--data',
      whole,
      '--model',
      'kurs_ai_v1',
      '--duration',
      '10',
    ]);
    child.stdout.destroy();
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, complaint]).toEqual([0, '']);
  });
});

describe('npm run evaluate', () => {
  it('prints tables and writes the same figures as JSON', () => {
    const json = join(folder, 'figures.json');
    const answer = run('evaluate', ['--data', whole, '--model', 'kurs_ai_v2', '--json', json]);
    expect(answer.status).toBe(0);
    expect(answer.stdout).toContain('Kurs AI v2 (kurs_ai_v2)');
    const { figures } = JSON.parse(readFileSync(json, 'utf8')) as {
      figures: { duration: number; n: number; withoutOutcome: number }[];
    };
    expect(figures.map(({ duration }) => duration)).toEqual([2, 3, 5, 7, 10]);
    // The last bars have no outcome yet: their closing minute lies beyond the data.
    expect(figures.map(({ n, withoutOutcome }) => [n + withoutOutcome, withoutOutcome])).toEqual(
      [2, 3, 5, 7, 10].map((d) => [1_060, d]),
    );
  });

  it('judges a symbol that is not among the pairs of the product', () => {
    const other = csv('EURSEK.csv', lines);
    expect(run('evaluate', ['--data', other]).stdout).toMatch(/\| EURSEK \|/);
  });
});

describe('what a person can put right is one sentence and exit code 2', () => {
  it.each([
    ['evaluate', [], /^--data is missing: .*\n$/],
    ['evaluate', ['--data', join(folder, 'nowhere')], /^--data: there is no file or folder .*\n$/],
    ['evaluate', ['--data', whole, '--from', 'May'], /^--from May: write a date such as .*\n$/],
    ['evaluate', ['--data', whole, '--from', '2018-10-02', '--to', '2018-10-01'], /^--from must lie before --to\.\n$/],
    ['evaluate', ['--data', whole, '--model', 'oracle'], /^--model oracle: allowed are kurs_ai_v2, .*\n$/],
    [
      'evaluate',
      ['--data', whole, '--model', 'vip'],
      /^--model vip: it is not trained from bars; allowed are kurs_ai_v2, kurs_ai_v1\.\n$/,
    ],
    ['evaluate', ['--data', whole, '--from', '2030-01-01'], /No bar in this range can be judged.*\n$/],
    ['evaluate', ['--data', whole, '--wat', '1'], /^Unknown option '--wat'.*\n$/],
    ['forecast', ['--data', whole, '--model', 'kurs_ai_v2'], /^--duration is missing\.\n$/],
    ['forecast', ['--data', whole, '--duration', '5'], /^--model is missing\.\n$/],
    [
      'forecast',
      ['--data', whole, '--model', 'kurs_ai_v2', '--duration', '4'],
      /^--duration 4: allowed are 2, 3, 5, 7, 10\.\n$/,
    ],
    [
      'forecast',
      ['--data', whole, '--model', 'kurs_ai_v2', '--duration', '5', '--to', '2001-01-01'],
      /^No bar in this range can be forecast.*\n$/,
    ],
    ['train', ['--data', whole, '--seed', '-1'], /^Option '--seed' argument is ambiguous\.\n$/],
    ['train', ['--data', whole], /^(.*\n)*Too few bars between --from and --to.*\n$/],
  ] as const)('%s %j', (name, args, message) => {
    const { status, stdout, stderr } = run(name, args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
