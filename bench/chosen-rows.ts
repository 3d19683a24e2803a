import { parseArgs } from 'node:util';
import { UsageError } from '#research/bars/usage-error.ts';
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
 * `--write`, `--busy`, `--minutes 10` and `--data folder`.
 */
export function chosenRows(args: string[], rows: readonly Row[]): Chosen {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      busy: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      data: { type: 'string' },
    },
    strict: true,
  });
  const unknown = values.only?.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown}: allowed are ${rows.map(({ name }) => name).join(', ')}.`);
  const minutes = Number(values.minutes ?? 1);
  if (!(minutes > 0)) throw new UsageError(`--minutes ${values.minutes}: a number above 0.`);
  const isChosen = ({ name, isOnRequest }: Row): boolean => values.only?.includes(name) ?? !isOnRequest;
  return {
    chosen: rows.filter(isChosen),
    json: values.json,
    isWritten: values.write,
    isBusyAllowed: values.busy,
    options: { minutes, data: values.data ?? null },
  };
}
