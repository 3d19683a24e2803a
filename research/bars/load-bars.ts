import { type BarTable, tableWithin } from '#engine/bar/bar-table.ts';
import { UsageError } from '#scripts/command/run-command.ts';
import { readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';
import type { BarFile } from './find-bar-files.ts';

interface LoadOptions {
  readonly data: readonly BarFile[];
  /** The zone of times that state none. */
  readonly timezone: string | null;
  /** Only bars before it, milliseconds UTC. */
  readonly to?: number;
  onFile?(file: BarFile, share: number): void;
}

/** Throws a `UsageError` when two files of one symbol have times in common: the same minutes would count twice. */
export function loadBars({ data, timezone, to = Number.POSITIVE_INFINITY, onFile }: LoadOptions): BarTable[] {
  const tables: BarTable[] = [];
  for (const [i, file] of data.entries()) {
    onFile?.(file, i / data.length);
    const table = readMarketFile(file.path, timezone);
    if (table.kind === 'ticks') throw new UsageError(`--data: ${file.path} holds ticks; allowed are one-minute bars.`);
    const other = tables.findIndex((one) => overlaps(one, table));
    if (other >= 0)
      throw new UsageError(`--data: ${data[other]?.path} and ${file.path} hold times of ${file.symbol} in common.`);
    tables.push(table);
  }
  return tables.map((table) => tableWithin(table, Number.NEGATIVE_INFINITY, to));
}

const overlaps = (a: BarTable, b: BarTable): boolean =>
  a.symbol === b.symbol &&
  (a.time[0] ?? Number.POSITIVE_INFINITY) <= (b.time.at(-1) ?? Number.NEGATIVE_INFINITY) &&
  (b.time[0] ?? Number.POSITIVE_INFINITY) <= (a.time.at(-1) ?? Number.NEGATIVE_INFINITY);
