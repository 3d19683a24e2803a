import { beforeAll, expect, test, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import type { Signal } from '#contract/signals.ts';
import { aSettledSignal, practice } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import Settled, { lossesInARow } from './settled.tsx';

beforeAll(() => loadPhrases('en'));

const id = (at: number): string => `3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c${at + 10}`;

/** The newest first; the first one is shown. */
async function show(results: readonly NonNullable<Signal['result']>[], over: Partial<Signal> = {}): Promise<string> {
  await cleanup();
  stubServer({});
  const signals = results.map((result, at) => ({ ...aSettledSignal(result), id: id(at), ...over }));
  const [signal = aSettledSignal('void')] = signals;
  const rest = { balance: 100, next: null, onAnother: vi.fn(), onChase: vi.fn(), onDismiss: vi.fn() };
  await renderPage(<Settled signal={signal} signals={signals} {...rest} />);
  return document.body.textContent ?? '';
}

test.each([
  ['no_entry_tick', /^No entry price/],
  ['no_closing_tick', /no price in the last 5 seconds/],
  ['feed_gap', /no reliable price/],
  ['operator', /^An administrator voided/],
] as const)('a void signal says why, and names no money: %s', async (voidReason, text) => {
  expect(await show(['void'], { voidReason })).not.toContain('$1');
  await expect.element(page.getByText(text)).toBeInTheDocument();
});

test.each([
  ['successful', '$1 would be+$0.82', 'Closed 2.9 pips above entry.'],
  ['unsuccessful', '$1 would be−$1', 'Closed 2.3 pips below entry.'],
  ['neutral', '$1 would be$0', 'Closed exactly at entry.'],
] as const)(
  '%s says what a dollar would be at the payout of the signal, and where it closed',
  async (result, money, closed) => {
    const text = await show([result]);
    expect(text).toContain(money);
    expect(text).toContain(closed);
  },
);

test('practice is in no money figure', async () => {
  const text = await show(['unsuccessful'], practice);
  expect(text).toContain('Practice');
  expect(text).not.toContain('$');
});

test('three losses in a row: how many of 100 traders have such a run within ten signals', async () => {
  const text = await show(['unsuccessful', 'neutral', 'unsuccessful', 'unsuccessful', 'successful'], {
    passability: 55,
  });
  expect(text).toContain('3 losses in a row. Within ten signals, 41\u00a0of\u00a0100 traders at chance 55 have one.');
  expect(await show(['unsuccessful', 'successful'])).not.toContain('in a row');
  expect(await show(['successful', 'unsuccessful', 'unsuccessful'])).not.toContain('in a row');
});

test('a run of losses is counted as an auto run counts it', async () => {
  const series = ['unsuccessful', 'successful', 'unsuccessful', 'neutral', 'void', 'unsuccessful'] as const;
  expect(lossesInARow(series)).toBe(2);
});
