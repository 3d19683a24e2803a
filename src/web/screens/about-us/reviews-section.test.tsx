import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reviewPaths } from '#contract/paths.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { ReviewDialog } from './reviews-section.tsx';

const text = 'The signals are honest about what they do not know, and every loss is on the record.';
const send = () => screen.getByRole('button', { name: 'Send for review' });
const show = () => renderPage(<ReviewDialog onClose={() => undefined} />);

test('no rating is preselected, and nothing is sent without one', async () => {
  const requests = stubServer({});
  const user = show();
  expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Text' }), text);
  await user.click(send());
  expect(requests).toEqual([]);
});

test('a review is sent once, and the form gives way to what happens next', async () => {
  const requests = stubServer({ [`POST ${reviewPaths.reviews}`]: {} });
  const user = show();
  await user.click(screen.getByText('4'));
  await user.type(screen.getByRole('textbox', { name: 'Text' }), text);
  await user.dblClick(send());
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Thank you.'));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(requests).toEqual([`POST ${reviewPaths.reviews} ${JSON.stringify({ rating: 4, text })}`]);
});
