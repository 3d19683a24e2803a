import { beforeAll, expect, test } from 'vitest';
import { renderPage } from '#tests/support/render-page.tsx';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { EdgeFrequency } from './edge-frequency.tsx';

beforeAll(() => loadPhrases('en', ['signal']));

test.each([
  [null, 'how often it has an edge: not measured yet'],
  [0, 'no edge at this hour so far'],
  [0.01, 'less than one signal in 60 minutes at this hour'],
  [0.08, 'about one signal in 13 minutes at this hour'],
  [0.95, 'has an edge almost every minute at this hour'],
])('a share of %s is stated as “%s”', (share, text) => {
  renderPage(<EdgeFrequency share={share} />);
  expect(document.body.textContent).toContain(text);
});
