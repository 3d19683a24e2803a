import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { WorkingStats } from '#contract/prices.ts';
import { aWorkingStats } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import Instruction from './instruction.tsx';

const required = (min: number, vip: number): WorkingStats => {
  const stats = aWorkingStats();
  return { ...stats, models: stats.models.map((one) => ({ ...one, minBalance: one.key === 'vip' ? vip : min })) };
};

test('states the balances that the operator requires', async () => {
  stubServer({ 'GET /api/signal/workingStats': required(25, 2000) });
  await renderPage(<Instruction />);
  await expect.element(page.getByRole('heading', { name: 'Deposit at least $25 of your own money' })).toBeVisible();
  await expect.element(page.getByText(/needs more than \$2000/)).toBeVisible();
});
