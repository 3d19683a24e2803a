import { aiModelName } from '#domain/signals/ai-model.ts';
import { edgeFrom } from '#domain/signals/edge.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import type { CoverageFigures, Figures, SetFigures } from './figures.ts';

/** The figures of one model as text: one table per block, durations as rows. */
export function figuresTable(figures: readonly Figures[]): string {
  const [first] = figures;
  if (!first) return '';
  return [
    `${aiModelName(first.model)} (${first.model})`,
    table(
      ['minutes', 'n', 'ties', 'no outcome', 'AUC', 'Brier', 'ECE'],
      figures.map((f) => [
        f.duration,
        f.n,
        f.ties,
        f.withoutOutcome,
        decimals(f.auc, 4),
        decimals(f.brier, 5),
        decimals(f.ece, 4),
      ]),
    ),
    'Accuracy, %, of the most confident (thresholds frozen in the model file; in brackets the share they chose here)',
    coverageTable(figures, (f) => f.coverages),
    'The same from 03:00 to 16:00 New York, with the thresholds frozen for those hours',
    coverageTable(figures, (f) => f.bySession.day.coverages),
    `Signals at a payout of ${first.payout.toFixed(2)}: what was stated and what came, % (95 % interval)`,
    table(
      ['minutes', 'hours', 'from', 'n', 'share', 'stated', 'real', 'interval', 'stated − real'],
      figures.flatMap((f) => [
        signalRow(f, 'all', f.signalled),
        ...marketSessions.map((session) => signalRow(f, session, f.bySession[session].signalled)),
      ]),
    ),
  ].join('\n\n');
}

const coverageTable = (figures: readonly Figures[], of: (f: Figures) => readonly CoverageFigures[]): string =>
  table(
    ['minutes', ...(figures[0] ? of(figures[0]).map((c) => `${c.nominal} %`) : [])],
    figures.map((f) => [f.duration, ...of(f).map((c) => `${percent(c.accuracy)} (${c.coverage.toFixed(1)})`)]),
  );

const signalRow = (f: Figures, hours: string, set: SetFigures): (string | number)[] => [
  f.duration,
  hours,
  edgeFrom(f.model, f.payout).toFixed(2),
  set.n,
  set.coverage.toFixed(2),
  percent(set.stated),
  percent(set.accuracy),
  set.low === null ? '–' : `${percent(set.low)}…${percent(set.high)}`,
  percent(set.statedMinusReal),
];

/** A dash where there is no number. */
export const decimals = (value: number | null | undefined, digits: number): string =>
  value === null || value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);

export const percent = (value: number | null | undefined): string => decimals(value, 2);

/** Columns as wide as their widest cell, right-aligned, as Markdown. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padStart(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => `${'-'.repeat(width + 1)}:`).join('|')}|`;
  return [line(cells[0] as string[]), rule, ...cells.slice(1).map((row) => line(row as string[]))].join('\n');
}
