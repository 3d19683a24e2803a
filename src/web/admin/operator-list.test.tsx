import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { FilterChoices, FilterDay } from '#web/filters/filter-fields.tsx';
import { FilterSearch, OperatorList, useOperatorList } from './operator-list.tsx';

function List() {
  const list = useOperatorList({
    call: 'GET /api/admin/reviews',
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

const names = () =>
  page
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent);
const answer = (rows: readonly string[], nextCursor: string | null = null, total: number | null = null) => ({
  'GET /api/admin/reviews': { items: rows.map((name) => ({ name })), nextCursor, total },
});

test('shows the rows, their range and their number', async () => {
  stubServer(answer(['Ada', 'Grace'], null, 2));
  await renderPage(<List />);
  await expect.poll(() => names()).toEqual(['Ada', 'Grace']);
  await expect.element(page.getByText('1–2 of 2')).toBeInTheDocument();
});

test('says why there are no rows, without a pager', async () => {
  stubServer(answer([]));
  await renderPage(<List />);
  await expect.element(page.getByText('Nobody yet.')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Next page' })).not.toBeInTheDocument();
});

test('pages forward by the cursor of the answer, and back', async () => {
  const requests = stubServer(answer(['Ada'], 'after-ada'));
  await renderPage(<List />);
  const next = page.getByRole('button', { name: 'Next page' });
  await expect.element(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await next.click();
  await expect.poll(() => requests.at(-1)).toBe('GET /api/admin/reviews?cursor=after-ada');
  await expect.element(page.getByText('26–26')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect.element(page.getByText('1–1')).toBeInTheDocument();
});

test('a filter returns to the first page, and is cleared by one button', async () => {
  const requests = stubServer(answer(['Ada'], 'after-ada'));
  await renderPage(<List />);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => requests.at(-1)).toBe('GET /api/admin/reviews?cursor=after-ada');
  await page.getByRole('combobox', { name: 'State' }).selectOptions('open');
  await expect.poll(() => requests.at(-1)).toBe('GET /api/admin/reviews?state=open');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.element(page.getByRole('combobox', { name: 'State' })).toHaveValue('');
  await expect.element(page.getByRole('button', { name: 'Reset' })).not.toBeInTheDocument();
  await expect.poll(() => requests.at(-1)).toBe('GET /api/admin/reviews');
});

test('searches after a pause in typing, or at once on Enter', async () => {
  const requests = stubServer(answer(['Ada']));
  await renderPage(<List />);
  await expect.element(page.getByText('Ada')).toBeInTheDocument();
  await userEvent.type(page.getByRole('searchbox', { name: 'Search' }), ' ada {Enter}');
  await expect.poll(() => requests.at(-1)).toBe('GET /api/admin/reviews?q=ada');
  await userEvent.type(page.getByRole('searchbox', { name: 'Search' }), 'm');
  await expect
    .poll(() => requests)
    .toEqual(['', '?q=ada', '?q=ada+m'].map((query) => `GET /api/admin/reviews${query}`));
});
