import type { ComparedSignals, SignalComparison } from './compare-signals.ts';
import { table } from './figures-table.ts';
import type { SignalFigures } from './signal-tally.ts';

/** What the columns of both tables mean. */
export const signalTableText =
  'Signals, %: five figures as the file states them, and the same as calibrated. In brackets the 95 % interval of stated − real, from the spread between hours, because signals of an hour share their prices: where it contains 0, the difference may be chance. No rate of fewer than 100 signals or 20 hours. Later: the same signals entered and closed one bar later';

/** Over all hours and by market session. */
export const signalTable = ({ rows }: SignalComparison): string =>
  table(
    ['minutes', 'hours', ...columns],
    rows.map((row) => [row.duration, row.hours, ...cells(row)]),
  );

/** Each fold below the one before, over all hours and by day. */
export const foldTable = (folds: readonly SignalComparison[]): string =>
  table(
    ['minutes', 'from', 'hours', ...columns],
    (folds[0]?.rows ?? [])
      .filter(({ hours }) => hours === 'all' || hours === 'day')
      .flatMap(({ duration, hours }) =>
        folds.flatMap(({ from, rows }) => {
          const row = rows.find((one) => one.duration === duration && one.hours === hours);
          return row ? [[duration, new Date(from).toISOString().slice(0, 10), hours, ...cells(row)]] : [];
        }),
      ),
  );

/** Narrow enough for the window of a desktop, where the cards are read as plain text. */
const columns = ['file', 'calibrated'].flatMap((name) => [`${name}: n`, 'stated', 'real', 'stated − real', 'later']);

const cells = ({ file, calibrated }: ComparedSignals): (string | number)[] => [file, calibrated].flatMap(toCells);

const toCells = ({ n, stated, real, statedMinusReal, interval, realLater }: SignalFigures): (string | number)[] =>
  interval
    ? [
        n,
        percent(stated),
        percent(real),
        `${percent(statedMinusReal)} (${percent(interval.low)}…${percent(interval.high)})`,
        percent(realLater),
      ]
    : [n, percent(stated), '–', '–', '–'];

const percent = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
