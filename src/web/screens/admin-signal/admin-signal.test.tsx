import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signalPaths } from '#contract/paths.ts';
import { anOpenSignalFile } from '#tests/support/browser/fake-admin.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { VoidDialog } from './admin-signal.tsx';

const show = () => {
  const onDone = vi.fn();
  const file = anOpenSignalFile();
  return { file, onDone, user: renderPage(<VoidDialog file={file} onDone={onDone} onClose={() => undefined} />) };
};
const confirm = () => screen.getByRole('button', { name: 'Void signal' });
const reason = 'No price from 14:03:11 to 14:03:47.';

test('needs a public cause and an explanation of at least twenty characters', async () => {
  const { user } = show();
  await user.type(screen.getByRole('textbox'), reason);
  expect(confirm()).toHaveProperty('disabled', true);
  await user.click(screen.getByText('Gap in the prices during the signal'));
  expect(confirm()).toHaveProperty('disabled', false);
  await user.clear(screen.getByRole('textbox'));
  await user.type(screen.getByRole('textbox'), ' Nineteen characters ');
  expect(screen.getByText('19 of 20')).toBeDefined();
  expect(confirm()).toHaveProperty('disabled', true);
});

test('sends both, the explanation without its outer spaces', async () => {
  const path = signalPaths.voidSignal.replace(':id', anOpenSignalFile().id);
  const requests = stubServer({ [`DELETE ${path}`]: null });
  const { user, onDone } = show();
  await user.click(screen.getByText('Gap in the prices during the signal'));
  await user.type(screen.getByRole('textbox'), ` ${reason} `);
  await user.click(confirm());
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([`DELETE ${path} ${JSON.stringify({ cause: 'feed_gap', reason })}`]);
});
