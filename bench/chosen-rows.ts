import { parseArgs } from 'node:util';
import { timezoneOption } from '#scripts/command/parse-options.ts';
import { UsageError } from '#scripts/command/usage-error.ts';
import type { Row, RowOptions } from './row.ts';

interface Chosen {
  readonly chosen: readonly Row[];
  readonly json: string | undefined;
  /** Writes the figures into the table of docs/measurements.md. */
  readonly isWritten: boolean;
  /** Measures also while the machine is busy. */
  readonly isBusyAllowed: boolean;
  readonly options: RowOptions;
}

/**
 * Parses `--only a --only b` (default: all rows that are not `isOnRequest`), `--json file`,
 * `--write`, `--busy`, `--data folder` and `--timezone zone`.
 */
export function chosenRows(args: string[], rows: readonly Row[]): Chosen {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      busy: { type: 'boolean', default: false },
      data: { type: 'string' },
      timezone: { type: 'string' },
    },
    strict: true,
  });
  const unknown = values.only?.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown}: allowed are ${rows.map(({ name }) => name).join(', ')}.`);
  const isChosen = ({ name, isOnRequest }: Row): boolean => values.only?.includes(name) ?? !isOnRequest;
  return {
    chosen: rows.filter(isChosen),
    json: values.json,
    isWritten: values.write,
    isBusyAllowed: values.busy,
    options: { data: values.data ?? null, timezone: timezoneOption(values.timezone) },
  };
}
