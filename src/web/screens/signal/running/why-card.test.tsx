import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { aLiveSignal } from '#tests/support/fake-api.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { WhyCard } from './why-card.tsx';

beforeAll(() => loadPhrases('en'));

const text = 'The model’s own reasons: the price is close to its recent low.';
const contributions = [
  { feature: 'stated_probability', value: 67.54, effect: 17.54 },
  { feature: 'shrinkage_by_record', value: 37, effect: -15.54 },
];

function card(aiModel: Signal['aiModel']): string {
  const signal = aLiveSignal({ passability: 52 });
  const shown = { ...signal, aiModel, signal: 'BUY' as const, analytics: { ...signal.analytics, contributions, text } };
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/en']}>
      <Routes>
        <Route path="/:lang" element={<WhyCard signal={shown} />} />
      </Routes>
    </MemoryRouter>,
  );
}

test('explains a language model by what it stated, what its record deducts from that, and its own reasons', () => {
  const html = card('chatgpt_4o');
  expect(html).toContain('Language model’s own estimate, %</span><span class="rd">67.5</span>');
  expect(html).toContain('Correction from its own results (count)</span><span class="rd">37</span>');
  expect(html).toContain(text);
});

test('explains a local model by its figures alone', () => {
  expect(card('kurs_ai_v2')).not.toContain(text);
});
