import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { aSettledSignal } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { EntryAndClose, Verdict } from './settled.tsx';

beforeAll(() => loadPhrases('en', ['signal']));

test.each(['successful', 'unsuccessful', 'neutral'] as const)(
  'a %s signal says what each later entry would have come to',
  (result) => {
    renderPage(<EntryAndClose signal={aSettledSignal(result)} />);
    expect(screen.getByText('Entered later: 5 s: win · 10 s: tie · 30 s: loss.')).toBeDefined();
  },
);

test.each([aSettledSignal('void'), { ...aSettledSignal('successful'), late: [] }])(
  'nothing is said without late entries',
  (signal) => {
    renderPage(<EntryAndClose signal={signal} />);
    expect(screen.queryByText(/Entered later/)).toBeNull();
  },
);

test.each([
  ['no_entry_tick', /^No entry price/],
  ['no_closing_tick', /no price in the last 5 seconds/],
  ['feed_gap', /no reliable price/],
  ['operator', /^An administrator voided/],
] as const)('a void signal says why: %s', (voidReason, text) => {
  renderPage(<Verdict signal={{ ...aSettledSignal('void'), voidReason }} />);
  expect(screen.getByText(text)).toBeDefined();
});
