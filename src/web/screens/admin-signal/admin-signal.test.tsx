import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { anOpenSignalFile } from '#tests/support/browser/fake-admin.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { VoidDialog } from './admin-signal.tsx';

const show = async () => {
  const onDone = vi.fn();
  const file = anOpenSignalFile();
  await renderPage(<VoidDialog file={file} onDone={onDone} onClose={() => undefined} />);
  return { onDone };
};
const confirm = () => page.getByRole('button', { name: 'Void signal' });
const reason = 'No price from 14:03:11 to 14:03:47.';

test('needs a public cause and an explanation of at least twenty characters', async () => {
  await show();
  await userEvent.type(page.getByRole('textbox'), reason);
  await expect.element(confirm()).toBeDisabled();
  await page.getByText('Gap in the prices during the signal').click();
  await expect.element(confirm()).toBeEnabled();
  await page.getByRole('textbox').clear();
  await userEvent.type(page.getByRole('textbox'), ' Nineteen characters ');
  await expect.element(page.getByText('19 of 20')).toBeInTheDocument();
  await expect.element(confirm()).toBeDisabled();
});

test('sends both, the explanation without its outer spaces', async () => {
  const path = `/api/signal/user/admin/deleteSignal/${anOpenSignalFile().id}`;
  const requests = stubServer({ [`DELETE ${path}`]: null });
  const { onDone } = await show();
  await page.getByText('Gap in the prices during the signal').click();
  await userEvent.type(page.getByRole('textbox'), ` ${reason} `);
  await confirm().click();
  await expect.poll(() => onDone).toHaveBeenCalledTimes(1);
  expect(requests).toEqual([`DELETE ${path} ${JSON.stringify({ cause: 'feed_gap', reason })}`]);
});
