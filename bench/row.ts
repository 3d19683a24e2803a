import type { Figure } from './figure.ts';

/** One row of the table "Speed and cost". */
export interface Row {
  readonly name: string;
  /** What is measured, and which peer it is compared with in the same run. */
  readonly what: string;
  readonly peer: string;
  measure(print: (line: string) => void, options: RowOptions): Promise<readonly Figure[]>;
  /** Measured only when `--only` names it. */
  readonly isOnRequest?: true;
}

export interface RowOptions {
  /** A folder of recorded bars, for rows that compare with them. */
  readonly data: string | null;
  /** Of times in them that state none. */
  readonly timezone: string | null;
}
