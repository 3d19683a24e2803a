import type { adminReviewsUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const adminReviewsEn: Translation<typeof adminReviewsUk> = {
  title: 'Reviews',
  waiting: { one: '{{count}} waits to be checked.', other: '{{count}} wait to be checked.' },
  oldest: 'The oldest is from {{at}}.',
  decided: '{{published}} published, {{refused}} refused.',
  which: 'Which reviews',
  tabs: { pending: 'New', published: 'Published', refused: 'Refused' },
  empty: {
    pending: 'There are no new reviews.',
    published: 'Nothing is published yet.',
    refused: 'Nothing was refused yet.',
  },
  shownAs: '{{signals}}, shown as “{{name}}”',
  negative: 'Negative. That is no reason to refuse it.',
  looksLike: 'Looks like advertising: {{signs}}.',
  refusedFor: 'Refused: {{reason}}.',
  publish: 'Publish',
  reply: 'Reply',
  changeReply: 'Change the reply',
  refuse: 'Refuse…',
  replyTitle: 'The team’s reply',
  replyText: 'Everybody will see it below the review. An empty reply takes the earlier one away.',
  replySend: 'Publish with the reply',
  refuseTitle: 'Refuse the review',
  refuseText: 'Its author gets a letter with the reason. Everybody sees the share that was refused.',
  reason: 'Reason',
  refuseConfirm: 'Refuse',
  keep: 'Leave it',
  why: 'What we refuse',
  whyReasons: {
    advertising: 'advertising and links to other services',
    abuse: 'insults and personal data',
    off_topic: 'text that is not about the application',
  },
  lowRating: '<b>A low rating is no reason.</b> Everybody sees the share that was refused on the About us page.',
};
