import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '#scripts/command/run-command.ts';
import { getFileSymbol } from '#server/integrations/market-data/replay/read-market-file.ts';

export interface BarFile {
  readonly path: string;
  readonly symbol: string;
}

const isBarFile = (name: string): boolean => /^[^.].*\.csv(\.gz)?$/i.test(name);

/**
 * Every `.csv` and `.csv.gz` among these files and folders, sorted by symbol, then path; throws on
 * duplicates.
 */
export function findBarFiles(paths: readonly string[]): BarFile[] {
  const found = paths.flatMap(filesAt).map((path) => ({ path, symbol: getFileSymbol(path) }));
  assertNotRepeated(found);
  return found.sort((a, b) => (a.symbol + a.path < b.symbol + b.path ? -1 : 1));
}

function filesAt(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`--data: there is no file or folder ${path}.`);
  if (!stat.isDirectory()) return [path];
  const files = readdirSync(path).filter(isBarFile);
  if (files.length === 0) throw new UsageError(`--data: the folder ${path} holds no .csv or .csv.gz file.`);
  return files.map((name) => join(path, name));
}

function assertNotRepeated(files: readonly BarFile[]): void {
  const real = files.map(({ path }) => realpathSync(path));
  const again = files.find((_, i) => real.indexOf(real[i] ?? '') < i);
  if (again) throw new UsageError(`--data: ${again.path} is given twice.`);
}
