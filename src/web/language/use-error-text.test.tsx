import { screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
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

test.each(words)('a part that cannot be loaded is a missing connection: %s', (message) => {
  renderPage(<Text error={new TypeError(message)} />);
  expect(document.body.textContent).toBe('Can’t reach the server. Check your connection and try again.');
});

test('an error of our own is none', () => {
  renderPage(<Text error={new TypeError('x is undefined')} />);
  expect(document.body.textContent).toBe('Something went wrong');
});

const Broken = ({ error }: { error: Error }): never => {
  throw error;
};

test('a page without one of its parts names the connection, and offers to try again', () => {
  history.replaceState(null, '', '/en');
  // React prints what a boundary catches.
  vi.spyOn(console, 'error').mockReturnValue();
  renderPage(
    <PageBoundary address="/en">
      <Broken error={new TypeError(words[0])} />
    </PageBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Can’t reach the server.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
