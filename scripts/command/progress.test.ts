import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

test('progress is one line for each percent, with the time since the start', () => {
  const lines: string[] = [];
  let now = 5_000;
  const { report } = createProgress(
    () => now,
    (line) => lines.push(line),
  );
  report('leaves', 0.1);
  now += 61_000;
  report('leaves', 0.109);
  report('leaves', 0.11);
  report('figures', 0.11);
  expect(lines).toEqual(['leaves 10 %, 0:00\n', 'leaves 11 %, 1:01\n', 'figures 11 %, 1:01\n']);
});
