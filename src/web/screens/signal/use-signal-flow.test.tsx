import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aSilentOutlook, noSignal } from '#tests/support/browser/fake-api.ts';
import { openScreen } from '#tests/support/components/open-screen.tsx';

const nothing = { issue: noSignal('below_threshold'), outlook: aSilentOutlook('below_threshold') };
const button = (name: string) => page.getByRole('button', { name });

test('where nothing has an edge, the server watches for what was asked for', async () => {
  const api = await openScreen('/en/signal', nothing);
  await button('Get signal').click();
  await expect
    .poll(() => api.automatic.starts)
    .toMatchObject([{ aiModel: 'kurs_ai_v2', interval: 5, count: 1, take: false }]);
  await page.getByText('Kurs AI v1').first().click();
  await expect.poll(() => api.automatic.starts.at(-1)?.aiModel).toBe('kurs_ai_v1');
  await button('Stop').click();
  await expect.element(button('Get signal')).toBeInTheDocument();
  expect(api.automatic.run).toBeNull();
});

test('without a ring only the page watches, until the ring is wanted', async () => {
  localStorage.setItem('ring', 'off');
  const api = await openScreen('/en/signal', nothing);
  await button('Get signal').click();
  await expect.element(button('Stop')).toBeInTheDocument();
  await page.getByText('Kurs AI v1').first().click();
  expect(api.automatic.starts).toEqual([]);
  const ring = page.getByRole('switch', { name: 'Ring me' });
  await ring.click();
  await expect.poll(() => api.automatic.starts.at(-1)).toMatchObject({ aiModel: 'kurs_ai_v1', take: false });
  await ring.click();
  await expect.poll(() => api.automatic.run).toBeNull();
  await expect.element(button('Stop')).toBeInTheDocument();
  expect(api.automatic.starts).toHaveLength(1);
});
