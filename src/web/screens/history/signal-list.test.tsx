import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { someSignals } from '#tests/support/fake-history.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { type Filters, noFilters } from './filters.ts';
import { SignalList } from './signal-list.tsx';
import type { History } from './use-history.ts';

const signals = someSignals(3);
const filters: Filters = { ...noFilters, sort: 'newest' };

const aHistory = (over: Partial<History> = {}): History => ({
  stats: null,
  signals,
  traded: new Map(),
  total: 3,
  isEmpty: false,
  breakEven: null,
  error: null,
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
const removeButtons = () => screen.getAllByRole('button', { name: /^Remove from the list: / });

test('counts the shown signals of all, and offers more while there are any', async () => {
  const history = aHistory({ total: 40, hasMore: true });
  const { user } = show(history);
  expect(screen.getByText('3 of 40')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(history.more).toHaveBeenCalledTimes(1);
});

test('more is not requested twice', async () => {
  const history = aHistory({ hasMore: true, isLoadingMore: true });
  const { user } = show(history);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(history.more).not.toHaveBeenCalled();
});

test('a history that could not be loaded is tried again', async () => {
  const history = aHistory({ signals: null, error: new ApiError({ code: 'internal_error', message: 'Away.' }) });
  const { user } = show(history);
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load your history');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(history.refetch).toHaveBeenCalledTimes(1);
});

test('loaded signals stay when more of them could not be loaded', () => {
  show(aHistory({ error: new ApiError({ code: 'internal_error', message: 'Away.' }) }));
  expect(removeButtons()).toHaveLength(3);
  expect(screen.getByText('Couldn’t load any more. Away.')).toBeDefined();
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

test('after the last signal the focus moves to the one before it', async () => {
  const { user } = show(aHistory());
  await user.click(removeButtons()[2] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(document.activeElement).toBe(removeButtons()[1]));
});

test('keeping a signal removes nothing', async () => {
  const history = aHistory();
  const { user } = show(history);
  await user.click(removeButtons()[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(history.remove).not.toHaveBeenCalled();
});
