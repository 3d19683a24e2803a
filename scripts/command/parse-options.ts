import { parseArgs } from 'node:util';
import { isTimezone } from '#domain/market/start-of-day.ts';
import { type BarFile, findBarFiles } from '#research/bars/find-bar-files.ts';
import { UsageError } from './run-command.ts';
import { resolvePath } from './paths.ts';

type Texts = Readonly<Record<string, string | undefined>>;

/** The options that all commands on bars share. */
interface BarOptions {
  readonly texts: Texts;
  readonly data: readonly BarFile[];
  /** The zone of times in the files that state none. */
  readonly timezone: string | null;
  /** Milliseconds UTC; infinite where not given. */
  readonly from: number;
  readonly to: number;
}

/**
 * Options of the form `--name value`: --data, --timezone, --from, --to and those named. `--data`
 * accepts several files and folders, and may be repeated.
 */
export function parseOptions(args: readonly string[], names: readonly string[]): BarOptions {
  const { values, tokens } = parseArgs({
    args: spreadData(args),
    options: {
      data: { type: 'string' as const, multiple: true },
      ...Object.fromEntries(['timezone', 'from', 'to', ...names].map((name) => [name, { type: 'string' as const }])),
    },
    strict: true,
    tokens: true,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parseArgs cannot infer options whose names are computed
  const { data, ...texts } = values as { data?: string[] } & Record<string, string | undefined>;
  checkRepeated(tokens);
  if (!data)
    throw new UsageError(
      '--data is missing: name a folder or files in the form time,open,high,low,close (.csv or .csv.gz).',
    );
  const from = instantOption(texts, 'from', Number.NEGATIVE_INFINITY);
  const to = instantOption(texts, 'to', Number.POSITIVE_INFINITY);
  if (from >= to) throw new UsageError('--from must lie before --to.');
  const timezone = timezoneOption(texts.timezone);
  return { texts, data: findBarFiles(data.map(resolvePath)), timezone, from, to };
}

export function timezoneOption(text: string | undefined): string | null {
  if (text === undefined || isTimezone(text)) return text ?? null;
  throw new UsageError(`--timezone ${text}: write a time zone such as UTC, EST or Europe/Kyiv.`);
}

/** Rewrites `--data a b`, as a shell expands a pattern, to `--data a --data b`. */
function spreadData(args: readonly string[]): string[] {
  let isData = false;
  return args.flatMap((arg) => {
    if (arg.startsWith('--')) {
      isData = arg === '--data';
      return isData ? [] : [arg];
    }
    return isData ? ['--data', arg] : [arg];
  });
}

function checkRepeated(tokens: readonly { kind: string; name?: string }[]): void {
  const seen = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== 'option' || name === undefined || name === 'data') continue;
    if (seen.has(name)) throw new UsageError(`--${name} is given twice.`);
    seen.add(name);
  }
}

/** An ISO 8601 date or instant, as milliseconds UTC. */
function instantOption(texts: Texts, name: string, fallback: number): number {
  const text = texts[name];
  if (text === undefined) return fallback;
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(time)) return time;
  throw new UsageError(
    `--${name} ${text}: write a date such as 2018-10-01, or an instant such as 2018-10-01T00:00:00Z.`,
  );
}

export function wholeOption(texts: Texts, name: string, fallback: number, min: number, max: number): number {
  const text = texts[name];
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${name} ${text}: a whole number from ${min} to ${max} is allowed.`);
}

/** One of the allowed values. */
export function choiceOption<T extends string>(texts: Texts, name: string, allowed: readonly T[]): T | null {
  const text = texts[name];
  if (text === undefined) return null;
  const choice = allowed.find((word) => word === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`--${name} ${text}: allowed are ${allowed.join(', ')}.`);
}
