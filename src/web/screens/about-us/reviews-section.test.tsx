import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { ReviewDialog } from './reviews-section.tsx';

const text = 'The signals are honest about what they do not know, and every loss is on the record.';
const send = () => page.getByRole('button', { name: 'Send for review' });
const show = () => renderPage(<ReviewDialog onClose={() => undefined} />);

test('no rating is preselected, and nothing is sent without one', async () => {
  const requests = stubServer({});
  await show();
  await expect.element(page.getByRole('radio', { checked: true })).not.toBeInTheDocument();
  await userEvent.type(page.getByRole('textbox', { name: 'Text' }), text);
  await send().click();
  expect(requests).toEqual([]);
});

test('a review is sent once, and the form gives way to what happens next', async () => {
  const requests = stubServer({ 'POST /api/reviews': {} });
  await show();
  await page.getByText('4').click();
  await userEvent.type(page.getByRole('textbox', { name: 'Text' }), text);
  // Both within one frame, as no pointer of a loaded machine presses.
  const button = send().element();
  for (let press = 0; press < 2; press += 1) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(page.getByRole('status')).toMatchTextContent('Thank you.');
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  expect(requests).toEqual([`POST /api/reviews ${JSON.stringify({ rating: 4, text })}`]);
});
