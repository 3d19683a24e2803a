import { screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { adminPaths } from '#contract/admin/admin.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import AdminCampaigns, { getPeriod } from './admin-campaigns.tsx';

test.each([
  ['last-year', '2026-11-21T12:00:00Z', '2025-01-01', '2025-12-31'],
  ['this-year', '2026-11-21T12:00:00Z', '2026-01-01', '2026-11-21'],
  ['twelve-months', '2026-11-21T12:00:00Z', '2025-12-01', '2026-11-21'],
  ['twelve-months', '2026-01-01T00:00:00Z', '2025-02-01', '2026-01-01'],
  ['twelve-months', '2026-12-31T23:59:59Z', '2026-01-01', '2026-12-31'],
] as const)('%s on %s covers %s to %s', (key, now, from, to) => {
  expect(getPeriod(key, Date.parse(now))).toEqual({ from, to });
});

const Address = () => <p>{useLocation().search}</p>;

test('reads the period from the address and writes a chosen one to it', async () => {
  const requests = stubServer({ [`GET ${adminPaths.campaigns}`]: anError(503, 'internal_error', 'Not now.') });
  const user = renderPage(
    <>
      <AdminCampaigns />
      <Address />
    </>,
    '/en/admin/campaigns?period=last-year',
  );
  const year = new Date().getUTCFullYear();
  const period = () => screen.getByRole('combobox', { name: 'Period' });
  expect(period()).toHaveProperty('value', 'last-year');
  await waitFor(() =>
    expect(requests).toEqual([`GET ${adminPaths.campaigns}?from=${year - 1}-01-01&to=${year - 1}-12-31`]),
  );
  await user.selectOptions(period(), 'this-year');
  expect(await screen.findByText('?period=this-year')).toBeDefined();
  await waitFor(() => expect(requests.at(-1)).toContain(`from=${year}-01-01`));
});
