import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Findings } from '#web/record/check/check-entry.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import type { Violation } from '#web/record/check/leaves-around.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { VerdictNote } from './verify-card.tsx';

beforeAll(() => loadPhrases('en'));

const findings = (leaf: Record<string, unknown>, violations: Violation[] = []): Findings => ({
  entry: {
    index: 7,
    leaves: [{ index: 7, kind: 'forecast', at: '2026-03-03T12:00:00.000Z', leafHash: '0'.repeat(64), leaf }],
    proof: null,
  },
  isAnswer: true,
  isLeafTrue: true,
  followsFromPrices: null,
  isIncluded: true,
  isSigned: true,
  continuity: 'first',
  around: { count: 8, violations },
  size: 8,
});

const show = (leaf: Record<string, unknown>, violations: Violation[] = []): string | null => {
  renderPage(
    <VerdictNote
      state={{ kind: 'checked', findings: findings(leaf, violations) }}
      size={8}
      onRetry={() => undefined}
    />,
  );
  return screen.getByRole('status').textContent;
};

test('an entry that matches was made before its result', () => {
  expect(show({ form: 'minute/1' })).toContain('before the result');
});

test('an entry that matches does not hide what is missing around it', () => {
  const text = show({ form: 'minute/1' }, [{ kind: 'undecided', index: 3 }]);
  expect(text).toContain('around this entry');
  expect(text).not.toContain('before the result');
});

test('a line that the server signed and does not show is named', () => {
  renderPage(<VerdictNote state={{ kind: 'withheld', index: 1_234 }} size={2_000} onRetry={() => undefined} />);
  expect(screen.getByRole('status').textContent).toContain('doesn’t show line No. 1,234');
  expect(screen.getByRole('button').textContent).toBe('Try again');
});
