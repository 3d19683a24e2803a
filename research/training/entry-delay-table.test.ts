import { expect, it } from 'vitest';
import { aTreeFile } from '#tests/support/market/model-files.ts';
import { computeFigures } from '../evaluation/figures.ts';
import { createVerdicts } from '../evaluation/verdicts.ts';
import { entryDelayTable } from './entry-delay-table.ts';

/** `won` of four signals by day came true, and one of two in the evening. */
function figuresWith(won: number) {
  const verdicts = createVerdicts();
  for (let i = 0; i < 4; i += 1) verdicts.add(0.6, true, i < won ? 1 : -1, 0, 0);
  for (const outcome of [1, -1]) verdicts.add(0.6, true, outcome, 1, 0);
  return computeFigures({ model: 'kurs_ai_v2', duration: 5, verdicts }, aTreeFile().durations[5], []);
}

it('shows an entry at the next price beside one a bar later, over all hours and by day', () => {
  const rows = entryDelayTable([figuresWith(4)], [figuresWith(3)]).split('\n');
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells[0]).toEqual([
    '',
    'minutes',
    'hours',
    '10 %',
    '10 %, later',
    '5 %',
    '5 %, later',
    'signals',
    'signals, later',
    'left of the edge, %',
    '',
  ]);
  expect(cells[2]).toEqual(['', '5', 'all', '83.33', '66.67', '83.33', '66.67', '83.33', '66.67', '50', '']);
  expect(cells[3]).toEqual(['', '5', 'day', '100.00', '75.00', '100.00', '75.00', '100.00', '75.00', '50', '']);
});

it('shows no share of an edge where there was none', () => {
  expect(entryDelayTable([figuresWith(1)], [figuresWith(1)])).toMatch(/\| +day \|.*\| +– \|$/m);
});
