import { type Figure, type Goal, isMet } from './figure.ts';

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

interface RowOptions {
  /** A folder of recorded bars, for rows that compare with them. */
  readonly data: string | null;
  /** The zone of times in them that state none. */
  readonly timezone: string | null;
}

export interface Measured {
  readonly row: Pick<Row, 'name' | 'what' | 'peer'>;
  /**
   * Load average of the minute before: values far above 0 mean that other processes disturb the
   * measurement.
   */
  readonly loadBefore: number;
  readonly figures: readonly Figure[];
}

/** A row as a block of lines for a terminal. */
export function rowReport({ row, loadBefore, figures }: Measured): string {
  const width = Math.max(...figures.map(({ what }) => what.length));
  const lines = figures.map((figure) => `  ${figure.what.padEnd(width)}  ${figureText(figure)}`);
  return [`${row.name}: ${row.what}`, `  peer: ${row.peer}; load before: ${loadBefore.toFixed(1)}`, ...lines].join(
    '\n',
  );
}

function figureText(figure: Figure): string {
  const { unit, goal } = figure;
  const verdict = goal === null ? '' : `  goal ${goalText(goal)} ${unit}: ${isMet(figure) ? 'pass' : 'MISS'}`;
  return `${measuredText(figure).padStart(11)}${verdict}`;
}

/** The median with its unit, and the spread of several rounds. */
export function measuredText({ value, min, max, unit, rounds }: Figure): string {
  const spread = rounds > 1 ? ` (${numberText(min)} … ${numberText(max)}, ${rounds} rounds)` : '';
  return `${numberText(value)} ${unit}`.trim() + spread;
}

export const goalText = (goal: Goal): string =>
  'atLeast' in goal ? `≥ ${numberText(goal.atLeast)}` : `≤ ${numberText(goal.atMost)}`;

/** At least three significant digits. */
function numberText(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}
