import { beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { PageBoundary } from '#web/routing/page-boundary.tsx';
import { loadPhrases } from './phrase-book.ts';
import { useErrorText } from './use-error-text.ts';

beforeAll(() => loadPhrases('en', ['common']));

const words = [
  'Failed to fetch dynamically imported module: https://kurs.example/assets/a.js',
  'error loading dynamically imported module: https://kurs.example/assets/a.js',
  'Importing a module script failed.',
];

const Text = ({ error }: { error: unknown }) => useErrorText()(error);

test.each(words)('a part that cannot be loaded is a missing connection: %s', async (message) => {
  await renderPage(<Text error={new TypeError(message)} />);
  expect(document.body.textContent.trim()).toBe('Can’t reach the server. Check your connection and try again.');
});

test('an error of our own is none', async () => {
  await renderPage(<Text error={new TypeError('x is undefined')} />);
  expect(document.body.textContent.trim()).toBe('Something went wrong');
});

const Broken = ({ error }: { error: Error }): never => {
  throw error;
};

test('a page without one of its parts names the connection, and offers to try again', async () => {
  history.replaceState(null, '', '/en');
  // React prints what a boundary catches.
  vi.spyOn(console, 'error').mockReturnValue();
  await renderPage(
    <PageBoundary address="/en">
      <Broken error={new TypeError(words[0])} />
    </PageBoundary>,
  );
  await expect.element(page.getByRole('alert')).toMatchTextContent('Can’t reach the server.');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
