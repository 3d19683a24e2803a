import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findPair } from '#domain/market/currency-pair.ts';
import { dayMs } from '#domain/time.ts';
import { folderToWrite } from '#scripts/command/paths.ts';
import { runCommand, UsageError } from '#scripts/command/run-command.ts';
import { fetchHistory, getDay, type HistoryOptions } from './history/fetch-history.ts';

/**
 * npm run history -- --pairs EURUSD,GBPUSD --from 2024-01-01 [--to 2024-03-01] [--out data/history] [--source address]
 * One-minute mid bars of Dukascopy Bank, the days in [--from, --to), --to being today unless it is said, as one file a pair
 * that train and evaluate read. Days that were fetched once are kept in a folder of --out and not asked for again: the same
 * command goes on where it was cut off, another range adds to the file. --source: a mirror instead of the bank's address.
 */
await runCommand(async () => {
  const now = Date.now();
  process.exitCode = await fetchHistory(readOptions(now), {
    pause,
    now,
    progress: (text) => process.stderr.write(text),
    print: (line) => process.stdout.write(`${line}\n`),
  });
});

function readOptions(now: number): HistoryOptions {
  const text = { type: 'string', multiple: true } as const;
  const options = { pairs: text, from: text, to: text, out: text, source: text };
  const { values } = parseArgs({ options, strict: true });
  const repeated = Object.entries(values).find(([, all]) => all.length > 1);
  if (repeated) throw new UsageError(`--${repeated[0]} is given twice.`);
  const { pairs: [pairs] = [], from: [from] = [], to: [to] = [], out: [out] = [], source: [source] = [] } = values;
  if (source !== undefined && !/^https?:\/\/[^/?#]+/.test(source))
    throw new UsageError(`--source ${source}: write an address such as https://mirror.example/v1.`);
  return {
    symbols: listSymbols(pairs),
    days: listDays(from, to, now),
    out: folderToWrite('out', out ?? 'data/history'),
    source: source?.replace(/\/+$/, '') ?? null,
  };
}

function listSymbols(text: string | undefined): string[] {
  if (text === undefined) throw new UsageError('--pairs is missing: name some, for example EURUSD,GBPUSD.');
  const names = text.split(',').map((name) => name.trim().toUpperCase());
  const unknown = names.find((name) => findPair(name) === undefined);
  if (unknown !== undefined) throw new UsageError(`--pairs: "${unknown}" is no pair of the product.`);
  return [...new Set(names)];
}

/** Complete days on which the market is open at least part of the time: the service still adds to today's. */
function listDays(from: string | undefined, to: string | undefined, now: number): number[] {
  const today = Math.floor(now / dayMs) * dayMs;
  const first = toDate('from', from);
  const end = to === undefined ? today : toDate('to', to);
  if (first >= end) throw new UsageError('--from must lie before --to.');
  if (end > today) throw new UsageError(`--to ${to}: days that are over can be fetched, up to ${getDay(today)}.`);
  const days = Array.from({ length: (end - first) / dayMs }, (_, i) => first + i * dayMs);
  const open = days.filter((day) => new Date(day).toUTCString().slice(0, 3) !== 'Sat');
  if (open.length === 0) throw new UsageError('Between --from and --to the market was closed.');
  return open;
}

function toDate(name: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`--${name} is missing: a date such as 2024-01-01.`);
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 2023-02-30 would silently become the second of March.
  if (Number.isFinite(time) && getDay(time) === text) return time;
  throw new UsageError(`--${name} ${text}: write a date such as 2024-01-01.`);
}
