import type { Figure } from './figure.ts';

/** One row of the table "Speed and cost". */
export interface Row {
  readonly name: string;
  /** What is done, and beside what it is measured in the same run. */
  readonly what: string;
  readonly peer: string;
  measure(print: (line: string) => void, options: RowOptions): Promise<readonly Figure[]>;
  /** Measured only when `--only` names it. */
  readonly isOnRequest?: true;
}

export interface RowOptions {
  /** Of a load that lasts as long as it is asked to. */
  readonly minutes: number;
}
