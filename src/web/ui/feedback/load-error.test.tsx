import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { LoadError } from './load-error.tsx';

test('an error of the server is shown with its message and request id', async () => {
  const error = new ApiError({ code: 'internal_error', message: 'We are repairing it.', requestId: 'req-7' });
  await renderPage(<LoadError title="Could not load the list" error={error} onRetry={() => undefined} />);
  await expect.element(page.getByRole('heading', { name: 'Could not load the list' })).toBeInTheDocument();
  await expect.element(page.getByText('We are repairing it.')).toBeInTheDocument();
  await expect.element(page.getByText(/req-7/)).toBeInTheDocument();
});

test('a lost connection has no request id', async () => {
  await renderPage(<LoadError title="Lost" error={new ApiError({ code: 'offline' })} onRetry={() => undefined} />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/connection/i);
  await expect.element(page.getByText(/request id|code/i)).not.toBeInTheDocument();
});
