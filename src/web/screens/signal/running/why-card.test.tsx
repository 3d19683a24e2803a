import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { aLiveSignal } from '#tests/support/browser/fake-api.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { ForecastCard } from './running.tsx';
import { WhyCard } from './why-card.tsx';
import WhyNumbers from './contribution-row.tsx';

beforeAll(() => loadPhrases('en'));

const text = 'The model’s own reasons: the price is close to its recent low.';
const contributions = [
  { feature: 'stated_probability', value: 67.54, effect: 17.54 },
  { feature: 'shrinkage_by_record', value: 37, effect: -15.54 },
];

function card(aiModel: Signal['aiModel']): string {
  const signal = aLiveSignal({ passability: 52 });
  const shown = { ...signal, aiModel, signal: 'BUY' as const, analytics: { ...signal.analytics, contributions, text } };
  return render(<WhyCard signal={shown} />);
}

const render = (element: ReactElement): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/en']}>
      <Routes>
        <Route path="/:lang" element={element} />
      </Routes>
    </MemoryRouter>,
  );

test('explains a language model by its own estimate, and shows its own reasons', () => {
  const html = card('chatgpt_4o');
  expect(html).toContain('The language model itself puts a rise at 67.5%: rise expected</small>');
  expect(html).toContain('<span translate="no" class="ct up">+2.0');
  expect(html).toContain('up 52.0%');
  expect(html).toContain(text);
});

test('explains a down signal in its own direction: the sum ends at the stated probability', () => {
  const signal = aLiveSignal({ signal: 'SELL', passability: 57.7 });
  const own = [
    { feature: 'strength_60', value: 1.4, effect: -8.5 },
    { feature: 'z_120', value: 0, effect: 0.8 },
  ];
  const html = render(<WhyCard signal={{ ...signal, analytics: { ...signal.analytics, contributions: own } }} />);
  expect(html).toContain('Why “down”');
  expect(html).toContain('Other pairs pull strongly up, the model expects a pullback: fall</small>');
  expect(html).toContain('<i class="down for"');
  expect(html).toContain('<span translate="no" class="ct down">+8.5');
  expect(html).toContain('mean: rise expected</small>');
  expect(html).toContain('<i class="up against"');
  expect(html).toContain('<span translate="no" class="ct up">−0.8');
  expect(html).toContain('down 57.7%');
});

test.each([
  ['z_120', -2, 5, 'The price is far below its two-hour mean, the model expects a pullback: rise'],
  ['z_120', -2, -5, 'The price is far below its two-hour mean: fall expected'],
  ['vote_cci', 1, 5, 'Classic indicators say the price has fallen too far: rise expected'],
  ['vote_cci', 1, -5, 'Classic indicators say the price has fallen too far: fall expected'],
  ['move_60', 0.1, -5, 'The one-hour move is close to zero: fall expected'],
  ['z_120', -2, 0.01, 'The price is far below its two-hour mean: this hardly matters'],
  ['forecast_age', 50, -5, 'The forecast is 50\u00a0s old, so the win chance is reduced'],
])('the sentence of %s at %d with the effect %d is “%s”', (feature, value, effect, sentence) => {
  const signal = aLiveSignal();
  const analytics = { ...signal.analytics, contributions: [{ feature, value, effect }] };
  expect(render(<WhyCard signal={{ ...signal, analytics }} />)).toContain(`${sentence}</small>`);
});

test('a forecast that is shown as 50.0 % has no lean, and reasons that do nothing are not listed', () => {
  const signal = aLiveSignal({ passability: 50.04, hasEdge: false, aiModel: 'manual', signal: 'SELL' });
  const withEffects = (...effects: number[]): string => {
    const own = effects.map((effect, at) => ({ feature: `z_${60 * (at + 1)}`, value: 2, effect }));
    return render(<WhyCard signal={{ ...signal, analytics: { ...signal.analytics, contributions: own } }} />);
  };
  expect(withEffects(0.04, -0.08)).toContain('Nothing the model reads moves it off 50%.');
  expect(withEffects(4)).toContain('Why there’s no lean');
  expect(withEffects(4)).not.toContain('down 50');
  const forecast = render(<ForecastCard signal={signal} />);
  expect(forecast).toContain('>No lean</div>');
  expect(forecast).toContain('The record counts this forecast as “Down”');
});

test('the rows add up to the shown chance, where each rounded by itself would not', () => {
  const own = ['z_60', 'macd', 'range_now'].map((feature) => ({ feature, value: 1, effect: -2.34 }));
  const signal = aLiveSignal({ signal: 'SELL', passability: 57.02 });
  const html = render(<WhyCard signal={{ ...signal, analytics: { ...signal.analytics, contributions: own } }} />);
  expect([...html.matchAll(/class="ct down">([^<]+)</g)].map(([, points]) => points)).toEqual(['+2.4', '+2.3', '+2.3']);
  expect(html).toContain('down 57.0%');
});

test('the numbers list every feature with its value and effect', () => {
  const html = render(<WhyNumbers contributions={contributions} signal={{ signal: 'BUY', passability: 52 }} />);
  expect(html).toContain('Language model’s own estimate, %</span><span translate="no" class="rd">67.5</span>');
  expect(html).toContain('Correction from its own results (count)</span><span translate="no" class="rd">37</span>');
});
