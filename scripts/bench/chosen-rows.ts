import { parseArgs } from 'node:util';
import { UsageError } from '../bars/usage-error.ts';
import type { Row } from './row.ts';

/** `--only a --only b`, or all; `--json file`. */
export function chosenRows(args: string[], rows: readonly Row[]): { chosen: readonly Row[]; json: string | undefined } {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string', multiple: true }, json: { type: 'string' } },
    strict: true,
  });
  const unknown = values.only?.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown}: allowed are ${rows.map(({ name }) => name).join(', ')}.`);
  return { chosen: rows.filter(({ name }) => values.only?.includes(name) ?? true), json: values.json };
}
