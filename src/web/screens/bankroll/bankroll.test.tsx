import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { WorkingStats } from '#contract/prices.ts';
import { SignalStats } from '#contract/statistics.ts';
import { aWorkingStats } from '#tests/support/browser/fake-api.ts';
import { worker } from '#tests/support/components/fake-server.ts';
import { expectSound, openScreen } from '#tests/support/components/open-screen.tsx';
import { ok, serve } from '#tests/support/network/serve.ts';

const midnight = '2026-11-18T22:00:00.000Z';
const tally = { total: 200, successful: 109, neutral: 0, unsuccessful: 91, void: 0, winRate: null };
const lists = { byModel: [], bySymbol: [], byHour: [], calibration: [] };
const figures = SignalStats.parse({ ...tally, practice: tally, removed: 0, ...lists });

const open = ({ stoppedUntil = null as string | null, stats = Promise.resolve(aWorkingStats()) } = {}) =>
  openScreen('/uk/bankroll', {}, () =>
    serve(worker, null, {
      'GET /api/signal/user/stats': () => ok(figures),
      'GET /api/signal/workingStats': async () => ok(await stats),
      'GET /api/today': () =>
        ok({ stoppedUntil, results: ['successful', 'unsuccessful'], dayEnds: midnight, timezone: 'Europe/Kyiv' }),
    }),
  );

const sum = () => page.elementLocator(document.querySelector('.stk-sum output') ?? document.body);
const risk = () => page.elementLocator(document.querySelector('.ruin-said') ?? document.body);

test('the bankroll page of a stopped day is sound', async () => {
  await open({ stoppedUntil: midnight });
  await expect.poll(() => sum().element().textContent).toContain('$2,49');
  await expectSound();
});

test('the balance that signals require is the operator’s, and nothing is calculated before it is known', async () => {
  const { promise: stats, resolve } = Promise.withResolvers<WorkingStats>();
  await open({ stats });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.querySelector('.stk-sum')).toBeNull();
  const known = aWorkingStats();
  resolve({ ...known, models: known.models.map((model) => ({ ...model, minBalance: 25 })) });
  await expect.poll(() => risk().element().textContent).toContain('$25');
});

test('the stake, the losing streak it survives and its risk follow the slider', async () => {
  await open();
  await expect.poll(() => sum().element().textContent).toBe('$2,49');
  await expect.element(page.getByText('45 поспіль')).toBeVisible();
  expect(risk().element().textContent).toContain('$2,49 це менш як 1 зі 100');
  await page.getByRole('slider').fill('8');
  await expect.poll(() => sum().element().textContent).toBe('$9,96');
  expect(sum().element().className).toContain('loss');
  expect(risk().element().textContent).not.toContain('менш як 1 зі 100');
});
