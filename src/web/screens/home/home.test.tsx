import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { recordPaths } from '#contract/paths.ts';
import type { RecordEntries } from '#contract/record/views.ts';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { loadPhrases } from '#web/language/phrase-book.ts';
import Home from './home.tsx';

beforeAll(() => loadPhrases('en'));

const anEntry = (index: number, result: string, issued: object): RecordEntries['items'][number] => {
  const item = { at: '2026-03-02T09:00:00.000Z', leafHash: 'a'.repeat(64) };
  return {
    issued: { ...item, index, kind: 'signal', leaf: { ...issued } },
    ended: { ...item, index: index + 100, kind: 'outcome', leaf: { result } },
    proof: 'proven',
  };
};

test('practice is in no count of the latest results, as in no other figure', async () => {
  const items = [
    anEntry(3, 'successful', { hasEdge: false }),
    anEntry(2, 'unsuccessful', { hasEdge: false }),
    anEntry(1, 'successful', { hasEdge: true }),
    // Leaves of before practice state nothing.
    anEntry(0, 'neutral', {}),
  ];
  stubServer({ [`GET ${recordPaths.entries}`]: { items, older: null } });
  renderPage(<Home />);
  expect(await screen.findByText('Latest results: 1 win, 0 losses, 1 tie')).toBeDefined();
  expect(screen.getByText('Latest signals, with losses highlighted: 0 of 2.')).toBeDefined();
});
