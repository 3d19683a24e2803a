import type { Coverage } from '#engine/forecast/model-file.ts';
import type { Figures, SetFigures } from '../evaluation/figures.ts';
import { table } from '../evaluation/figures-table.ts';

/** What a late entry costs: accuracy for an entry at the next price beside one a bar later, percent. */
export const entryDelayTable = (figures: readonly Figures[], later: readonly Figures[]): string =>
  table(
    ['minutes', 'hours', ...sets.flatMap(({ name }) => [name, `${name}, later`]), 'left of the edge, %'],
    figures.flatMap((own) => {
      const delayed = later.find(({ duration }) => duration === own.duration);
      return delayed ? scopes.map(({ name, of }) => [own.duration, name, ...cells(of(own), of(delayed))]) : [];
    }),
  );

interface Scope {
  readonly coverages: Figures['coverages'];
  readonly signalled: SetFigures;
}

const scopes = [
  { name: 'all', of: (figures: Figures): Scope => figures },
  { name: 'day', of: (figures: Figures): Scope => figures.bySession.day },
];

const sets = [
  { name: '10 %', of: (scope: Scope) => getCoverage(scope, 10) },
  { name: '5 %', of: (scope: Scope) => getCoverage(scope, 5) },
  { name: 'signals', of: ({ signalled }: Scope) => signalled.accuracy },
];

const getCoverage = (scope: Scope, nominal: Coverage): number | null =>
  scope.coverages.find((set) => set.nominal === nominal)?.accuracy ?? null;

const cells = (now: Scope, later: Scope): string[] => [
  ...sets.flatMap(({ of }) => [percent(of(now), 2), percent(of(later), 2)]),
  percent(edgeLeft(now.signalled.accuracy, later.signalled.accuracy), 0),
];

const edgeLeft = (now: number | null, later: number | null): number | null =>
  now === null || later === null || now <= 50 ? null : (100 * (later - 50)) / (now - 50);

const percent = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));
