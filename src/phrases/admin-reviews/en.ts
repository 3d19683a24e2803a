import type { adminReviewsUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const adminReviewsEn: Translation<typeof adminReviewsUk> = {
  title: 'Reviews',
  waiting: { one: '{{count}} waiting for review.', other: '{{count}} waiting for review.' },
  oldest: 'The oldest is from {{at}}.',
  decided: '{{published}} published, {{refused}} rejected.',
  which: 'Filter reviews',
  tabs: { pending: 'New', published: 'Published', refused: 'Rejected' },
  empty: {
    pending: 'No new reviews.',
    published: 'Nothing published yet.',
    refused: 'Nothing rejected yet.',
  },
  shownAs: '{{signals}}, shown as “{{name}}”',
  negative: 'Negative. That’s not a reason to reject it.',
  looksLike: 'Looks like advertising: {{signs}}.',
  refusedFor: 'Rejected: {{reason}}.',
  publish: 'Publish',
  reply: 'Reply',
  changeReply: 'Edit reply',
  refuse: 'Reject…',
  replyTitle: 'Team reply',
  replyText: 'Everyone will see it under the review. An empty reply removes the current one.',
  replySend: 'Publish with reply',
  refuseTitle: 'Reject this review',
  refuseText: 'The author gets an email with the reason. Everyone can see what share of reviews we reject.',
  reason: 'Reason',
  refuseConfirm: 'Reject',
  keep: 'Cancel',
  why: 'What we reject',
  whyReasons: {
    advertising: 'advertising and links to other services',
    abuse: 'insults and personal data',
    off_topic: 'text that isn’t about the app',
  },
  lowRating:
    '<b>A low rating isn’t a reason.</b> Everyone can see what share of reviews we reject on the About us page.',
};
