import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { proofStates } from '#domain/record/proof-state.ts';
import { aRecordStart } from '#tests/support/browser/fake-api.ts';
import { someSignals } from '#tests/support/browser/fake-history.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { ApiError } from '#web/api/api-error.ts';
import { type Filters, noFilters } from './filters.ts';
import { SignalList } from './signal-list.tsx';
import type { History } from './use-history.ts';

const signals = someSignals(3).map((signal, i) => ({ ...signal, proof: proofStates[i] ?? 'proven' }));
const filters: Filters = { ...noFilters, sort: 'newest' };

const aHistory = (over: Partial<History> = {}): History => ({
  stats: null,
  signals,
  total: 3,
  isEmpty: false,
  breakEven: null,
  error: null,
  statsError: null,
  isStale: false,
  hasMore: false,
  isLoadingMore: false,
  more: vi.fn(),
  refetch: vi.fn(),
  remove: vi.fn(() => Promise.resolve()),
  ...over,
});

const show = (history: History) => {
  const onFilter = vi.fn();
  return { onFilter, user: renderPage(<SignalList history={history} filters={filters} onFilter={onFilter} />) };
};
beforeEach(() => {
  stubServer({ 'GET /api/record': aRecordStart() });
});

const removeButtons = () => screen.getAllByRole('button', { name: /^Remove from the list: / });

test('states the interval of each signal in minutes', () => {
  show(aHistory());
  expect(screen.getAllByText(/\b5\sMIN$/).length).toBeGreaterThan(0);
});

test('counts the shown signals of all, and offers more while there are any', async () => {
  const history = aHistory({ total: 40, hasMore: true });
  const { user } = show(history);
  expect(screen.getByText('3 of 40')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(history.more).toHaveBeenCalledTimes(1);
});

test('a history that could not be loaded is tried again', async () => {
  const history = aHistory({ signals: null, error: new ApiError({ code: 'internal_error', message: 'Away.' }) });
  const { user } = show(history);
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load your history');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(history.refetch).toHaveBeenCalledTimes(1);
});

test('filters that match nothing are reset by one button', async () => {
  const { user, onFilter } = show(aHistory({ signals: [], total: 0 }));
  await user.click(screen.getByRole('button', { name: 'Reset filters' }));
  expect(onFilter).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(noFilters));
});

test('a signal is taken off after a confirmation, and the focus moves to the next one', async () => {
  const history = aHistory();
  const { user } = show(history);
  await user.click(removeButtons()[1] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(history.remove).toHaveBeenCalledExactlyOnceWith(signals[1]);
  expect(document.activeElement).toBe(removeButtons()[2]);
});

test('each signal links to its entry, marked as proven, awaiting witnesses or unproven', async () => {
  show(aHistory());
  expect(await screen.findByText(/^Unproven\. Too few witnesses saw it/)).toBeDefined();
  const links = screen.getAllByRole('link', { name: /^Record entry: / });
  expect(links.map((link) => link.getAttribute('aria-label')?.split('. ')[1])).toEqual([
    'Proven',
    'Awaiting witnesses',
    'Unproven',
  ]);
  expect(links[0]?.getAttribute('title')).toBe('Proven. Witnesses saw it in the record before its expiry.');
  expect(links[0]?.getAttribute('href')).toBe(`/en/record/${signals[0]?.recordIndex}`);
});

test('does not mark signals where no witness is required', async () => {
  const requests = stubServer({ 'GET /api/record': aRecordStart({ witnesses: { count: 1, quorum: 0 } }) });
  show(aHistory({ signals: signals.map((signal) => ({ ...signal, proof: 'unproven' })) }));
  await waitFor(() => expect(requests).toEqual(['GET /api/record']));
  expect(screen.queryByText(/Unproven/)).toBeNull();
  for (const link of screen.getAllByRole('link', { name: /^Record entry: / }))
    expect(link.getAttribute('aria-label')).not.toContain('Unproven');
});
