import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { proofStates } from '#domain/record/proof-state.ts';
import { aRecordStart } from '#tests/support/browser/fake-api.ts';
import { someSignals } from '#tests/support/browser/fake-history.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
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

const show = async (history: History) => {
  const onFilter = vi.fn();
  await renderPage(<SignalList history={history} filters={filters} onFilter={onFilter} />);
  return onFilter;
};
beforeEach(() => {
  stubServer({ 'GET /api/record': aRecordStart() });
});

const removeButtons = () => page.getByRole('button', { name: /^Remove from the list: / });

test('states the interval of each signal in minutes', async () => {
  await show(aHistory());
  expect(page.getByText(/\b5\sMIN$/).length).toBeGreaterThan(0);
});

test('counts the shown signals of all, and offers more while there are any', async () => {
  const history = aHistory({ total: 40, hasMore: true });
  await show(history);
  await expect.element(page.getByText('3 of 40')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Show more' }).click();
  expect(history.more).toHaveBeenCalledTimes(1);
});

test('a history that could not be loaded is tried again', async () => {
  const history = aHistory({ signals: null, error: new ApiError({ code: 'internal_error', message: 'Away.' }) });
  await show(history);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Couldn’t load your history');
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(history.refetch).toHaveBeenCalledTimes(1);
});

test('filters that match nothing are reset by one button', async () => {
  const onFilter = await show(aHistory({ signals: [], total: 0 }));
  await page.getByRole('button', { name: 'Reset filters' }).click();
  expect(onFilter).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(noFilters));
});

test('a signal is taken off after a confirmation', async () => {
  const history = aHistory();
  await show(history);
  await removeButtons().nth(1).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(history.remove).toHaveBeenCalledExactlyOnceWith(signals[1]);
});

test('each signal links to its entry, marked as proven, awaiting witnesses or unproven', async () => {
  await show(aHistory());
  await expect.element(page.getByText(/^Unproven\. Too few witnesses saw it/)).toBeInTheDocument();
  const links = page.getByRole('link', { name: /^Record entry: / });
  expect(links.elements().map((link) => link.getAttribute('aria-label')?.split('. ')[1])).toEqual([
    'Proven',
    'Awaiting witnesses',
    'Unproven',
  ]);
  await expect
    .element(links.first())
    .toHaveAttribute('title', 'Proven. Witnesses saw it in the record before its expiry.');
  await expect.element(links.first()).toHaveAttribute('href', `/en/record/${signals[0]?.recordIndex}`);
});

test('does not mark signals where no witness is required', async () => {
  const requests = stubServer({ 'GET /api/record': aRecordStart({ witnesses: { count: 1, quorum: 0 } }) });
  await show(aHistory({ signals: signals.map((signal) => ({ ...signal, proof: 'unproven' })) }));
  await expect.poll(() => requests).toEqual(['GET /api/record']);
  await expect.element(page.getByText(/Unproven/)).not.toBeInTheDocument();
  for (const link of page.getByRole('link', { name: /^Record entry: / }).elements())
    expect(link.getAttribute('aria-label')).not.toContain('Unproven');
});
