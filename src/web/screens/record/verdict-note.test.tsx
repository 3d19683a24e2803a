import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Findings } from '#web/record/check-entry.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { VerdictNote } from './verdict-note.tsx';

beforeAll(() => loadPhrases('en'));

const findings = (leaf: Record<string, unknown>): Findings => ({
  entry: {
    index: 7,
    leaves: [{ index: 7, kind: 'forecast', at: '2026-03-03T12:00:00.000Z', leafHash: '0'.repeat(64), leaf }],
  },
  isAnswer: true,
  isLeafTrue: true,
  followsFromPrices: null,
  isIncluded: true,
  signature: 'valid',
  continuity: 'first',
  around: { count: 8, violations: [] },
  size: 8,
});

const show = (leaf: Record<string, unknown>): string | null => {
  renderPage(<VerdictNote state={{ kind: 'checked', findings: findings(leaf) }} size={8} onRetry={() => undefined} />);
  return screen.getByRole('status').textContent;
};

test('an entry that matches was made before its result', () => {
  expect(show({ form: 'minute/1' })).toContain('before the result');
});

test('an entry that a demo played at its start proves nothing', () => {
  const text = show({ form: 'minute/1', played: '2026-03-04T12:00:00.000Z' });
  expect(text).toContain('proves nothing');
  expect(text).not.toContain('before the result');
});
