import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { FilterChoices, FilterDay } from '#web/filters/filter-fields.tsx';
import { FilterSearch, OperatorList, useOperatorList } from './operator-list.tsx';

interface Names {
  readonly items: readonly { readonly name: string }[];
  readonly nextCursor: string | null;
  readonly total?: number | null;
}

function List() {
  const list = useOperatorList<Names, 'q' | 'state' | 'day'>({
    path: '/api/names',
    filterNames: ['q', 'state', 'day'],
  });
  const { filters } = list;
  return (
    <OperatorList
      list={list}
      filters={
        <>
          <FilterSearch filters={filters} name="q" label="Search" />
          <FilterChoices filters={filters} choices={[['state', 'State', 'All', [['open', 'Open']]]]} />
          <FilterDay filters={filters} name="day" label="Day" />
        </>
      }
      columns={[['Name', ({ name }) => name]]}
      getKey={({ name }) => name}
      empty="Nobody yet."
    />
  );
}

const names = () => screen.queryAllByRole('cell').map(({ textContent }) => textContent);
const page = (rows: readonly string[], nextCursor: string | null = null, total: number | null = null) => ({
  'GET /api/names': { items: rows.map((name) => ({ name })), nextCursor, total },
});

test('shows the rows, their range and their number', async () => {
  stubServer(page(['Ada', 'Grace'], null, 2));
  renderPage(<List />);
  await waitFor(() => expect(names()).toEqual(['Ada', 'Grace']));
  expect(screen.getByText('1–2 of 2')).toBeDefined();
});

test('says why there are no rows, without a pager', async () => {
  stubServer(page([]));
  renderPage(<List />);
  expect(await screen.findByText('Nobody yet.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
});

test('pages forward by the cursor of the answer, and back', async () => {
  const requests = stubServer(page(['Ada'], 'after-ada'));
  const user = renderPage(<List />);
  const next = await screen.findByRole('button', { name: 'Next page' });
  expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', true);
  await user.click(next);
  await waitFor(() => expect(requests.at(-1)).toBe('GET /api/names?cursor=after-ada'));
  expect(await screen.findByText('26–26')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(await screen.findByText('1–1')).toBeDefined();
});

test('a filter returns to the first page, and is cleared by one button', async () => {
  const requests = stubServer(page(['Ada'], 'after-ada'));
  const user = renderPage(<List />);
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'open');
  await waitFor(() => expect(requests.at(-1)).toBe('GET /api/names?state=open'));
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveProperty('value', '');
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
});

test('searches after a pause in typing, or at once on Enter', async () => {
  const requests = stubServer(page(['Ada']));
  const user = renderPage(<List />);
  await screen.findByText('Ada');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), ' ada {Enter}');
  expect(requests.at(-1)).toBe('GET /api/names?q=ada');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'm');
  expect(requests).toHaveLength(2);
  await waitFor(() => expect(requests).toHaveLength(3));
  expect(requests.at(-1)).toBe('GET /api/names?q=ada+m');
});
