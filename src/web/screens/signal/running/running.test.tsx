import { screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { recordPaths } from '#contract/paths.ts';
import type { Analytics, Signal } from '#contract/signals.ts';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import { aLiveSignal } from '#tests/support/browser/fake-api.ts';
import { aKnownModel, toPublished } from '#tests/support/browser/fake-figures.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { PassabilityCard, UncalibratedNote } from './running.tsx';

beforeAll(() => loadPhrases('en'));

function card(over: Partial<Analytics>, of: Partial<Signal> = {}): string {
  const signal = { ...aLiveSignal({ passability: 57 }), aiModel: 'kurs_ai_v2' as const, ...of };
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/en']}>
      <Routes>
        <Route
          path="/:lang"
          element={<PassabilityCard signal={{ ...signal, analytics: { ...signal.analytics, ...over } }} />}
        />
      </Routes>
    </MemoryRouter>,
  );
}

const count = (html: string, tag: string): number => html.split(`<${tag} `).length - 1;

test('words, dots and margin follow from the stated probability alone', () => {
  const html = card({ baseRate: 0.553, sampleSize: 1126 });
  expect(html).toContain('about </bdi><b>57 come true</b><bdi> and </bdi><b>43 do not</b>');
  expect(html).toContain('aria-label="Of 100 such forecasts, about 57 come true"');
  expect([count(html, 'circle'), count(html, 'rect')]).toEqual([57, 43]);
  expect(html).toContain('<dd translate="no">54.9%</dd>');
  expect(html).toContain('<dd>+2.1\u00a0pp</dd>');
  expect(html).toContain('<dd translate="no">1,126</dd>');
  expect(html).not.toContain('55');
});

test('states that a kind of forecast was never measured, and shows no outcomes', () => {
  const html = card({ baseRate: 0.5, sampleSize: 0 });
  expect(html).toContain('No similar forecasts by this model have been measured yet');
  expect(html).not.toContain('come true');
  expect(count(html, 'circle')).toBe(0);
});

test('shows a language model with a short record as not yet calibrated: its few outcomes as counts, not as a share', () => {
  const html = card({ baseRate: 1, sampleSize: 37 }, { aiModel: 'chatgpt_4o' });
  expect(html).toContain('<b>Not calibrated yet</b><bdi>: 37\u00a0of\u00a0200 results');
  expect(html).not.toContain('come true');
  expect(count(html, 'circle')).toBe(0);
});

const calibration = {
  from: '2026-02-02T22:00:00.000Z',
  to: '2026-02-20T22:00:00.000Z',
  decisions: 100_000,
  sessions: [],
};

/** Shows the note of a model, and what else stands there, once the figures are read. */
async function toNote(model: AiModelKey, calibrated: readonly AiModelKey[]): Promise<string | null> {
  const known = aiModelKeys.map((key) => ({
    ...aKnownModel(key),
    calibration: calibrated.includes(key) ? calibration : null,
  }));
  stubServer({ [`GET ${recordPaths.figures}`]: toPublished(known) });
  renderPage(
    <>
      <UncalibratedNote model="kurs_ai_v1" />
      <UncalibratedNote model={model} />
    </>,
  );
  await screen.findByText(/^Not yet calibrated on this feed/);
  return document.body.textContent;
}

test('a model that is not calibrated on this feed says so, a calibrated one does not', async () => {
  expect(await toNote('vip', ['vip'])).toMatch(/^Not yet calibrated[^.]*\.[^.]*\.$/);
});

test('the manual model says so while none of the others is', async () => {
  expect(await toNote('manual', [])).toContain('No model is calibrated on this feed yet');
});
