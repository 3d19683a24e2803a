import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';

import type { ProvenLeaf, RecordEntries } from '#contract/record/record.ts';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { loadPhrases } from '#web/language/phrase-book.ts';
import Home from './home.tsx';

beforeAll(() => loadPhrases('en'));

const aLeaf = (index: number, leaf: object): ProvenLeaf => ({
  index,
  hash: 'a'.repeat(64),
  text: JSON.stringify(leaf),
  proof: [],
});

/** An EUR/USD signal up, which closed this many points above its entry. */
const anEntry = (index: number, points: number, probability: number): RecordEntries['items'][number] => ({
  signal: aLeaf(index, {
    model: 'kurs_ai_v2',
    pair: 'EURUSD',
    duration: 5,
    side: 'BUY',
    probability,
    payout: 0.82,
    at: '2026-03-02T09:00:00.000Z',
  }),
  outcome: aLeaf(index + 100, { of: index, prices: [`EURUSD 1.08000@350 5:1.0800${points}@300200`] }),
  voided: null,
});

test('practice is in no count of the latest results, as in no other figure', async () => {
  const items = [anEntry(3, 2, 53), anEntry(2, 1, 57), anEntry(1, 0, 57)];
  stubServer({ 'GET /api/record/entries': { items, older: null } });
  await renderPage(<Home />);
  await expect.element(page.getByText('Latest results: 1 win, 0 losses, 1 tie')).toBeInTheDocument();
  await expect.element(page.getByText('Latest signals, with losses highlighted: 0 of 2.')).toBeInTheDocument();
});
