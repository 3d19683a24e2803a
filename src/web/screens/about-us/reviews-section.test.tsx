import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { fakeAdmin } from '#tests/support/browser/fake-admin.ts';
import { type FakeReviews, serveReviews, somePublished } from '#tests/support/browser/fake-reviews.ts';
import { openScreen } from '#tests/support/components/open-screen.tsx';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer, worker } from '#tests/support/components/fake-server.ts';
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

test('reviews are listed with their ratings and signals; a visitor signs in to write one', async () => {
  await openScreen('/uk/about-us', { isSignedIn: false }, () => serveReviews(worker));
  await expect.poll(() => document.querySelectorAll('#reviews article').length).toBe(2);
  expect(document.querySelector('#reviews article')?.textContent).toContain('84 сигнали');
  expect(document.querySelector('#reviews .btn-s')?.getAttribute('href')).toBe(
    '/uk/login?next=%2Fuk%2Fabout-us%23reviews',
  );
});

test('an administrator publishes a review or rejects it, each with one press', async () => {
  await page.viewport(1440, 900);
  let state: FakeReviews | null = null as FakeReviews | null;
  await openScreen('/uk/admin/reviews', {}, async () => {
    await fakeAdmin(worker);
    state = await serveReviews(worker);
  });
  await page.getByRole('button', { name: 'Publish' }).first().click();
  await expect.poll(() => state?.sent.length).toBe(1);
  await page.getByRole('button', { name: 'Reject' }).last().click();
  const [first, second] = somePublished().items.map(({ id }) => `PATCH /api/admin/reviews/${id}`);
  await expect
    .poll(() => state?.sent)
    .toEqual([
      { call: first, body: { status: 'published' } },
      { call: second, body: { status: 'refused' } },
    ]);
});
