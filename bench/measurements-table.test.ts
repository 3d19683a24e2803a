import { expect, test } from 'vitest';
import { createFigure } from './figure.ts';
import { withMeasured } from './measurements-table.ts';

const document = [
  '# Measurements',
  '',
  '| row | figure | measured | goal | verdict | commit | load |',
  '|---|---|---|---|---|---|---|',
  '| `price` | answers | 1 | ≥ 1 | met | aaaaaaaa, 2026-11-21 | 1.3 |',
  '| `signal` | old figure | 2 | ≥ 1 | met | aaaaaaaa, 2026-11-21 | 1.4 |',
  '| `signal` | older figure | 3 | – | – | aaaaaaaa, 2026-11-21 | 1.4 |',
  '| `npm test` | time | 4 | – | – | aaaaaaaa, 2026-11-21 | 2.0 |',
  '',
  'Causes.',
].join('\n');

const order = ['price', 'signal', 'start'];
const version = { commit: 'bbbbbbbb', day: '2026-11-25' };
const measured = (name: string, figures: ReturnType<typeof createFigure>[]) => ({
  row: { name, what: '', peer: 'none' },
  loadBefore: 0.52,
  figures,
});

test('a run of one row replaces its figures and keeps all others; what has neither a goal nor a peer is for the terminal', () => {
  const figures = [
    createFigure('answers', '/s', [900, 940, 980], { atLeast: 1_000 }),
    createFigure('  of a single round', 'ms', [3.21], { atMost: 10 }),
    createFigure('beside a peer', '×', [1.2]),
    createFigure('without a goal', 'MB', [17]),
  ];
  const lines = withMeasured(document, [measured('signal', figures)], order, version).split('\n');
  expect(lines.slice(4, 9)).toEqual([
    '| `price` | answers | 1 | ≥ 1 | met | aaaaaaaa, 2026-11-21 | 1.3 |',
    '| `signal` | answers | 940 /s (900 … 980, 3 rounds) | ≥ 1,000 /s | **missed** | bbbbbbbb, 2026-11-25 | 0.5 |',
    '| `signal` | of a single round | 3.21 ms | ≤ 10.0 ms | met | bbbbbbbb, 2026-11-25 | 0.5 |',
    '| `signal` | beside a peer | 1.20 × | – | – | bbbbbbbb, 2026-11-25 | 0.5 |',
    '| `npm test` | time | 4 | – | – | aaaaaaaa, 2026-11-21 | 2.0 |',
  ]);
  expect(lines.slice(9)).toEqual(['', 'Causes.']);
});

test('a row measured for the first time stands in the order of the rows', () => {
  const written = withMeasured(document, [measured('start', [createFigure('listening', 's', [1.96])])], order, version);
  const rows = written.split('\n').flatMap((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? []);
  expect(rows).toEqual(['price', 'signal', 'signal', 'start', 'npm test']);
});

test('a document without the table is an error', () => {
  expect(() => withMeasured('# Measurements', [], order, version)).toThrow('There is no table');
});
