import { parseArgs } from 'node:util';
import { findPair } from '#domain/market/currency-pair.ts';
import { dayMs } from '#domain/time.ts';
import { UsageError } from '#scripts/command/usage-error.ts';
import { folderToWrite } from '#scripts/command/place.ts';
import { type Day, getDay, isDay, startOfDay, tradingDays } from './day.ts';

export interface HistoryOptions {
  readonly symbols: readonly string[];
  readonly days: readonly Day[];
  readonly out: string;
  /** Null: the bank's own address. */
  readonly source: string | null;
}

const texts = { type: 'string', multiple: true } as const;

export function historyOptions(args: string[], now: number): HistoryOptions {
  const { values } = parseArgs({
    args,
    options: { pairs: texts, from: texts, to: texts, out: texts, source: texts },
    strict: true,
  });
  const one = (name: keyof typeof values): string | undefined => {
    if ((values[name]?.length ?? 0) > 1) throw new UsageError(`--${name} is given twice.`);
    return values[name]?.[0];
  };
  const symbols = listSymbols(one('pairs'));
  const days = getDays(one('from'), one('to'), now);
  return { symbols, days, out: folderToWrite('out', one('out') ?? 'data/history'), source: getSource(one('source')) };
}

function listSymbols(text: string | undefined): string[] {
  if (text === undefined) throw new UsageError('--pairs is missing: name some, for example EURUSD,GBPUSD.');
  const names = text.split(',').map((name) => name.trim().toUpperCase());
  const unknown = names.find((name) => findPair(name) === undefined);
  if (unknown !== undefined) throw new UsageError(`--pairs: "${unknown}" is not one of the 28 pairs of the product.`);
  return [...new Set(names)];
}

/** Complete days only: the service still adds to today's. */
function getDays(from: string | undefined, to: string | undefined, now: number): Day[] {
  const today = startOfDay(getDay(now));
  const first = toDate('from', from);
  const end = to === undefined ? today : toDate('to', to);
  if (first >= end) throw new UsageError('--from must lie before --to.');
  if (end > today) throw new UsageError(`--to ${to}: days that are over can be fetched, up to ${getDay(today)}.`);
  const days = tradingDays(first, end);
  if (days.length === 0) throw new UsageError('Between --from and --to the market was closed.');
  return days;
}

function toDate(name: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`--${name} is missing: a date such as 2024-01-01.`);
  const time = isDay(text) ? startOfDay(text) : Number.NaN;
  // 2023-02-30 would silently become the second of March.
  if (time % dayMs === 0 && getDay(time) === text) return time;
  throw new UsageError(`--${name} ${text}: write a date such as 2024-01-01.`);
}

function getSource(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^https?:\/\/[^/?#]+/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new UsageError(`--source ${text}: write an address such as https://mirror.example/v1.`);
}
