import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ModelFigures } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { UncalibratedNote } from './uncalibrated-note.tsx';

const calibration = {
  feed: 'simulated:1',
  from: '2026-02-02T22:00:00.000Z',
  to: '2026-02-20T22:00:00.000Z',
  decisions: 100_000,
  sessions: [],
};

/** Shows the note of a model, and what else stands there, once the figures are read. */
async function toNote(model: AiModelKey, calibrated: readonly AiModelKey[]): Promise<string | null> {
  const figures = aiModelKeys.map((aiModel) => ({
    aiModel,
    calibration: calibrated.includes(aiModel) ? calibration : null,
  })) satisfies Pick<ModelFigures, 'aiModel' | 'calibration'>[];
  stubServer({ [`GET ${recordPaths.models}`]: figures });
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

test('the manual model says nothing once another is calibrated, and a language model never does', async () => {
  expect(await toNote('manual', ['vip'])).not.toContain('No model is calibrated');
  expect(await toNote('chatgpt_4o', [])).not.toContain('No model is calibrated');
});
