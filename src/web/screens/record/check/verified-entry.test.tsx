import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '#web/language/phrase-book.ts';
import type { Findings } from '#web/record/check/check-entry.ts';
import type { Violation } from '#web/record/check/leaves-around.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { CheckSteps } from './verified-entry.tsx';

beforeAll(() => loadPhrases('en'));

function stepsWith(violations: readonly Violation[]): (string | null)[] {
  const findings: Findings = {
    entry: { index: 7, leaves: [], proof: null },
    isAnswer: true,
    isLeafTrue: true,
    followsFromPrices: null,
    isIncluded: true,
    isSigned: true,
    continuity: 'first',
    around: { count: 128, violations },
    size: 1_000,
  };
  renderPage(<CheckSteps findings={findings} />);
  return screen.getAllByRole('listitem').map((one) => one.textContent);
}

test('nothing is missing among the lines around the entry', () => {
  expect(stepsWith([])).toContain('Nothing is missing around it: 128 lines');
});

test('each violation names its line and its rule, and the first few are named', () => {
  const from = new Date(2026, 2, 2, 9, 0).getTime();
  const steps = stepsWith([
    { kind: 'undecided', index: 3 },
    { kind: 'minutes_missing', index: 5, from, to: from + 300_000 },
    { kind: 'withheld', index: 8 },
    { kind: 'order', index: 9 },
    { kind: 'order', index: 10 },
  ]);
  expect(steps.slice(-4)).toEqual([
    'Line No. 3 has no result ten minutes after its expiry',
    'Before line No. 5 there are neither forecasts nor a gap: 09:00–09:05',
    'The server doesn’t show line No. 8',
    'Further faults around it: 2',
  ]);
});
