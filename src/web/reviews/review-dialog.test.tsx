import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { reviewPaths } from '#contract/paths.ts';
import { ownReview } from '#tests/support/browser/fake-reviews.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import { ReviewForm } from './review-dialog.tsx';

const text = 'The signals are honest about what they do not know, and every loss is on the record.';
const send = () => screen.getByRole('button', { name: 'Send for review' });

function show() {
  const onSent = vi.fn();
  return { user: renderPage(<ReviewForm own={ownReview({ review: null })} onSent={onSent} />), onSent };
}

test('no rating is preselected, and nothing is sent without one', async () => {
  const requests = stubServer({});
  const { user } = show();
  expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Text' }), text);
  await user.click(send());
  expect(screen.getByText('Choose a rating.')).toBeDefined();
  expect(requests).toEqual([]);
});

test('missing fields are named only after the first attempt', async () => {
  const { user } = show();
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Short');
  expect(screen.queryByText(/^Write at least/)).toBeNull();
  await user.click(send());
  expect(screen.getByText(/^Write at least/)).toBeDefined();
});

test('the button keeps the focus while the review is sent', async () => {
  stubServer({ [`POST ${reviewPaths.reviews}`]: () => new Promise(() => {}) });
  const { user } = show();
  await user.click(screen.getByText('good'));
  await user.type(screen.getByRole('textbox', { name: 'Text' }), text);
  await user.click(send());
  expect(send().matches('[aria-busy="true"]:focus:not(:disabled)')).toBe(true);
});

test('a review without a name is signed by a letter; its name is sent only on request', async () => {
  const requests = stubServer({ [`POST ${reviewPaths.reviews}`]: {} });
  const { user, onSent } = show();
  await user.click(screen.getByText('good'));
  await user.type(screen.getByRole('textbox', { name: 'Text' }), text);
  await user.click(send());
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([`POST ${reviewPaths.reviews} ${JSON.stringify({ rating: 4, text })}`]);
  await user.click(screen.getByText('Show my name'));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
  await user.click(send());
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]).toContain('"name":"Ada"');
});

test('a name that is to be shown must be given', async () => {
  const requests = stubServer({});
  const { user } = show();
  await user.click(screen.getByText('good'));
  await user.type(screen.getByRole('textbox', { name: 'Text' }), text);
  await user.click(screen.getByText('Show my name'));
  await user.click(send());
  expect(screen.getByText('Enter a name or clear the box.')).toBeDefined();
  expect(requests).toEqual([]);
});

test('an error of the server is shown, and the text stays', async () => {
  stubServer({ [`POST ${reviewPaths.reviews}`]: anError(429, 'rate_limited', 'One review a day.') });
  const { user, onSent } = show();
  await user.click(screen.getByText('good'));
  await user.type(screen.getByRole('textbox', { name: 'Text' }), text);
  await user.click(send());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('One review a day.'));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', text);
  expect(onSent).not.toHaveBeenCalled();
});
