import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { LoadError } from './load-error.tsx';

test('an error of the server is shown with its message and request id', () => {
  const error = new ApiError({ code: 'internal_error', message: 'We are repairing it.', requestId: 'req-7' });
  renderPage(<LoadError title="Could not load the list" error={error} onRetry={() => undefined} />);
  expect(screen.getByRole('heading', { name: 'Could not load the list' })).toBeDefined();
  expect(screen.getByText('We are repairing it.')).toBeDefined();
  expect(screen.getByText(/req-7/)).toBeDefined();
});

test('a lost connection has no request id', () => {
  renderPage(<LoadError title="Lost" error={new ApiError({ code: 'offline' })} onRetry={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toMatch(/connection/i);
  expect(screen.queryByText(/request id|code/i)).toBeNull();
});
