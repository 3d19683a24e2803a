import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { aSettledSignal } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { Verdict } from './settled.tsx';

beforeAll(() => loadPhrases('en', ['signal']));

test.each([
  ['no_entry_tick', /^No entry price/],
  ['no_closing_tick', /no price in the last 5 seconds/],
  ['feed_gap', /no reliable price/],
  ['operator', /^An administrator voided/],
] as const)('a void signal says why: %s', (voidReason, text) => {
  renderPage(<Verdict signal={{ ...aSettledSignal('void'), voidReason }} />);
  expect(screen.getByText(text)).toBeDefined();
});
