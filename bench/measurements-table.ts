import { type Figure, isMet } from './figure.ts';
import { goalText, type Measured, measuredText } from './row.ts';

const header = '| row | figure | measured | goal | verdict | commit | load |';
const rule = '|---|---|---|---|---|---|---|';

/** The measured version, and the day. */
export interface MeasuredVersion {
  readonly commit: string;
  /** As in 2026-11-25. */
  readonly day: string;
}

/**
 * The document with the measured rows in its table, each in place of its former figures; all other
 * rows keep theirs. Rows are in the given order, unknown ones at the end. Throws without a table.
 */
export function withMeasured(
  document: string,
  measured: readonly Measured[],
  order: readonly string[],
  version: MeasuredVersion,
): string {
  const lines = document.split('\n');
  const start = lines.indexOf(header);
  if (start < 0) throw new Error(`There is no table with the header ${header}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const isReplaced = new Set(measured.map(({ row }) => row.name));
  const kept = lines.slice(start + 2, end).filter((line) => !isReplaced.has(toRow(line)));
  const table = [...kept, ...measured.flatMap((row) => toLines(row, version))];
  const getRank = (line: string): number => {
    const rank = order.indexOf(toRow(line));
    return rank < 0 ? order.length : rank;
  };
  const sorted = table.toSorted((a, b) => getRank(a) - getRank(b));
  return [...lines.slice(0, start), header, rule, ...sorted, ...lines.slice(end)].join('\n');
}

/** The name of the row in the first cell of a line. */
const toRow = (line: string): string => /^\| `([^`]+)`/.exec(line)?.[1] ?? '';

/** Figures with a goal or a peer; all, where none has one. The terminal shows the rest. */
function chooseFigures(figures: readonly Figure[]): readonly Figure[] {
  const judged = figures.filter(({ goal, unit }) => goal !== null || unit === '×');
  return judged.length > 0 ? judged : figures;
}

function toLines({ row, loadBefore, figures }: Measured, { commit, day }: MeasuredVersion): string[] {
  return chooseFigures(figures).map((figure) => {
    const goal = figure.goal === null ? '–' : `${goalText(figure.goal)} ${figure.unit}`.trim();
    const verdict = { true: 'met', false: '**missed**', null: '–' }[`${isMet(figure)}`];
    const cells = [
      `\`${row.name}\``,
      figure.what.trim().replaceAll('|', '\\|'),
      measuredText(figure),
      goal,
      verdict,
      `${commit}, ${day}`,
      loadBefore.toFixed(1),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
