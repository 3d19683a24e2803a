import type { reviewsUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const reviewsEn: Translation<typeof reviewsUk> = {
  title: 'Reviews',
  lead: 'Written by people with at least one settled signal. We check for abuse and advertising before publishing; we don’t filter out disagreement.',
  write: 'Write a review',
  signIn: 'Sign in to write',
  outOf: '{{rating}} of 5',
  empty: 'No reviews yet',
  emptyText: 'We could make up a dozen. We’d rather wait for the first real one.',
  failed: 'Couldn’t load the reviews.',
  more: 'Show more',
  signals: { one: '{{count}} signal', other: '{{count}} signals' },
  form: {
    title: 'Your review',
    rating: 'App rating',
    text: 'Text',
    publish:
      '{{min}} to {{max}} characters, no links, insults or other people’s personal data. By sending it you agree that we publish the text with its date, your number of signals and the first letter of your address. A new review replaces the one before.',
    send: 'Send for review',
    sent: 'Thank you. The review appears here once someone has read it.',
  },
};
