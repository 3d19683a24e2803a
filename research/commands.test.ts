import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { choiceOption, parseOptions, wholeOption } from '#scripts/command/parse-options.ts';
import { fileToWrite } from '#scripts/command/paths.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import heldOutFile from '../models/held-out.json' with { type: 'json' };
import { loadBars } from './bars/load-bars.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { wanderingBars } from '#tests/support/market/wandering-bars.ts';

// Every test starts one or two processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

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
const overlapping = csv('EURUSD-late.csv', lines.slice(1_299));
const script = (name: string): string => new URL(`./${name}.ts`, import.meta.url).pathname;

const root = new URL('..', import.meta.url).pathname;
/** The environment without the variables that npm sets when it runs the tests. */
const { INIT_CWD: _calledIn, npm_lifecycle_event: _task, ...quietEnvironment } = process.env;

const run = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [script(name), ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...quietEnvironment, ...env },
  });

/** The tables of a report, each row by the names of its columns. */
function readTables(report: string): Record<string, string>[][] {
  return [...report.matchAll(/(?:^\|.*\n?)+/gm)].map(([text]) => {
    const [head = [], , ...rows] = text
      .trim()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])));
  });
}

describe('too few bars', () => {
  const short = csv('GBPUSD-short.csv', lines.slice(0, 240));

  it('print rows with n = 0', () => {
    const { status, stdout, stderr } = run('evaluate', ['--data', short, '--model', 'kurs_ai_v1']);
    expect(status).toBe(0);
    expect(stdout).not.toContain('NaN');
    expect(stderr).toContain('No bar could be evaluated');
    const [scores = []] = readTables(stdout);
    expect(scores.map((row) => [row['minutes'], row['n'], row['AUC']])).toEqual(
      durations.map((duration) => [`${duration}`, '0', '–']),
    );
  });
});

describe('relative paths', () => {
  const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
  writeFileSync(join(elsewhere, 'USDCHF.csv'), `time,open,high,low,close\n${lines.slice(0, 260).join('')}`);
  const args = ['--data', 'USDCHF.csv', '--model', 'kurs_ai_v1', '--held-out', 'out.json'];

  it('are resolved from where npm was called', () => {
    const env = { INIT_CWD: elsewhere, npm_lifecycle_event: 'evaluate' };
    const options = { cwd: root, encoding: 'utf8', env: { ...quietEnvironment, ...env } } as const;
    const launched = [join(root, 'scripts/run.mjs'), 'evaluate', ...args];
    expect(spawnSync(process.execPath, launched, options)).toMatchObject({ status: 0 });
    expect(JSON.parse(readFileSync(join(elsewhere, 'out.json'), 'utf8'))).toMatchObject({ from: '2018-10-02' });
  });
});

describe('npm run evaluate', () => {
  it('prints the scores of each duration', () => {
    const answer = run('evaluate', ['--data', whole, '--model', 'kurs_ai_v2']);
    expect(answer.status).toBe(0);
    expect(answer.stdout).toContain('Kurs AI v2 (kurs_ai_v2)');
    const [scores = []] = readTables(answer.stdout);
    // The last bars have no outcome yet: their closing minute is beyond the data.
    expect(
      scores.map((row) => [row['minutes'], Number(row['n']) + Number(row['no outcome']), row['no outcome']]),
    ).toEqual(durations.map((duration) => [`${duration}`, 1_060, `${duration}`]));
  });

  it('compares the frozen output with what the days before would have calibrated it to', () => {
    const { status, stdout } = run('evaluate', ['--data', whole, '--recalibrate', '20']);
    expect([status, stdout.match(/calibrated at each rollover from the 20 days before it/g)?.length]).toEqual([0, 5]);
    expect(stdout).not.toContain('NaN');
    const [signals = [], scores = []] = readTables(stdout.slice(stdout.indexOf('(kurs_ai_v2), calibrated')));
    expect(signals.some((row) => Number(row['file: n']) > 0)).toBe(true);
    expect(scores.map((row) => row['minutes'])).toEqual(durations.map(String));
    expect(scores.every((row) => Number(row['file: Brier']) > 0 && Number(row['calibrated: Brier']) > 0)).toBe(true);
  });

  it('finds edges by each payout, states signals at the first, and writes the file of the pages', () => {
    const heldOut = join(folder, 'held-out.json');
    const args = ['--data', whole, '--model', 'kurs_ai_v2', '--payout', '0.9,0.82'];
    const { status, stdout } = run('evaluate', [...args, '--held-out', heldOut]);
    expect(status).toBe(0);
    expect(stdout).toContain('Signals at a payout of 0.90');
    const edges = readTables(stdout).at(-1) ?? [];
    const [atMore = [], atLess = []] = ['90 %', '82 %'].map((payout) =>
      edges.filter((one) => one['payout'] === payout),
    );
    expect([edges.length, atMore.length, atLess.length]).toEqual([10, 5, 5]);
    expect(atMore.every(({ share }, i) => Number(share) > Number(atLess[i]?.['share']))).toBe(true);
    const written = JSON.parse(readFileSync(heldOut, 'utf8')) as typeof heldOutFile;
    expect(written).toMatchObject({ from: '2018-10-02', to: '2018-10-02' });
    // Of all payouts those with 100 wins and losses.
    const rows = written.models.kurs_ai_v2.durations[5];
    expect(rows.map(([payout]) => payout)).toEqual([88, 89, 90, 91, 92]);
    expect(rows[2]).toEqual([90, 20.1, 48.3, 48, 151]);
  });
});

describe('a usage error', () => {
  it.each([
    ['evaluate', [], /^--data is missing: .*\n$/],
    ['evaluate', ['--data', whole, '--payout', '0.9,1'], /^--payout 0\.9,1: a share from 0\.6 to 0\.92 .*\n$/],
    ['train', ['--data', whole], /^(.*\n)*Too few bars between --from and --to.*\n$/],
    ['train', ['--data', whole, '--out', join(whole, 'models')], /^--out: .*EURUSD\.csv is not a folder\.\n$/],
  ] as const)('of npm run %s with %j prints one sentence and exits with code 2', (name, args, message) => {
    const { status, stdout, stderr } = run(name, args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it.each([
    [['--data', join(folder, 'nowhere')], /^--data: there is no file or folder /],
    [['--data', whole, '--from', '2018-10-02', '--to', '2018-10-01'], /^--from must lie before --to\.$/],
    [['--data', whole, '--timezone', 'Kyiv'], /^--timezone Kyiv: write a time zone such as UTC, /],
    [['--data', whole, '--model', 'oracle'], /^--model oracle: allowed are kurs_ai_v2, /],
    [['--data', whole, '--held-out', folder], /^--held-out: .* is a folder; name a file\.$/],
    [['--data', whole, overlapping], /^--data: .* and .* hold times of EURUSD in common\.$/],
    [['--data', whole, '--wat', '1'], /^Unknown option '--wat'/],
    [['--data', whole, '--recalibrate', '8'], /^--recalibrate 8: a whole number from 9 to 1000 /],
  ] as const)('in %j is found before anything is computed', (args, message) => {
    const parse = () => {
      const { texts, ...bars } = parseOptions(args, ['model', 'held-out', 'recalibrate']);
      choiceOption(texts, 'model', aiModelKeys);
      wholeOption(texts, 'recalibrate', 0, 9, 1_000);
      if (texts['held-out'] !== undefined) fileToWrite('--held-out', texts['held-out']);
      return loadBars(bars);
    };
    expect(parse).toThrow(message);
  });
});

describe('npm run train on own bars', () => {
  const elsewhere = mkdtempSync(join(folder, 'own-'));
  let before = Number.NaN;
  /** Each opens where the one before closed, as in the files of many brokers. */
  const own = wanderingBars({ start, count: 73_000 }).map(({ time, high, low, close }, i) => {
    const open = i === 0 ? close : before;
    before = close;
    return `${time / 1000},${open},${Math.max(high, open)},${Math.min(low, open)},${close}\n`;
  });
  writeFileSync(join(elsewhere, 'EURUSD.csv'), `time,open,high,low,close\n${own.join('')}`);
  const train = (...args: string[]) => run('train', ['--data', 'EURUSD.csv', ...args], { INIT_CWD: elsewhere });

  // Half a minute of processor time; what is trained and written is also tested apart.
  it.runIf(isFullRun)(
    'without dates learns from all of them, and writes what the product loads beside the caller',
    async () => {
      expect(train()).toMatchObject({ status: 0 });
      const { forecasters, unavailable } = await loadModels(pathToFileURL(join(elsewhere, 'data/models/')));
      expect([forecasters.map(({ key }) => key), unavailable]).toEqual([['kurs_ai_v2', 'kurs_ai_v1', '13_squad'], []]);
      const card = readFileSync(join(elsewhere, 'data/models/kurs_ai_v1.card.md'), 'utf8');
      expect(card).toContain('(EURUSD), 2018-10-02 to 2018-11-21:');
      expect(card).toContain('Left out, because it never varies in these data: jump.');
      const judged = run('evaluate', ['--data', 'EURUSD.csv', '--models', 'data/models', '--from', '2018-11-20'], {
        INIT_CWD: elsewhere,
      });
      expect(judged.stdout).toContain('Kurs AI v2 (kurs_ai_v2)');
    },
  );

  it('says before the fit that a fold has no bars', () => {
    const { status, stderr } = train('--from', '2010-01-01');
    expect([status, stderr.split('\n').at(-2)]).toEqual([
      2,
      'No bars between 2010-01-01 and 2013-10-23, a fold of the training: choose other --from and --to.',
    ]);
  });
});
