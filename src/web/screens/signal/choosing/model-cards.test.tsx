import { beforeAll, expect, test } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { useEdgeFrequency } from './model-cards.tsx';

beforeAll(() => loadPhrases('en', ['signal']));

const Frequency = ({ share }: { share: number | null }) => useEdgeFrequency(share) ?? 'nothing';

test.each([
  [null, 'nothing'],
  [0, 'no signals at this hour'],
  [0.01, 'less than one signal an hour'],
  [0.08, 'about one signal in 13\u00a0min'],
  [0.95, 'a signal almost every minute'],
])('a share of %s is stated as “%s”', (share, text) => {
  renderPage(<Frequency share={share} />);
  expect(document.body.textContent).toContain(text);
});
