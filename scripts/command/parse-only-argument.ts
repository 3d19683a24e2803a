import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** The argument of a command that takes exactly one and no options. */
export function parseOnlyArgument(usage: string): string {
  const [argument, ...more] = parseArgs({ allowPositionals: true, options: {} }).positionals;
  if (argument === undefined || more.length > 0) throw new UsageError(usage);
  return argument;
}
