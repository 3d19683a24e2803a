import type { mailUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const mailEn: Translation<typeof mailUk> = {
  linkFallback: 'Button not working? Copy this address:',
  service: 'This is a service email about your account. We don’t send advertising.',
  risk: 'Trading binary options is risky: you can lose everything you put in.',
  activation: {
    subject: 'Confirm your email for {{brand}}',
    preview: 'One click and you’re in. The link works for 24 hours.',
    title: 'Confirm your email',
    text: [
      'Thanks for creating a {{brand}} account. There’s one step left: confirm that this is your email address.',
      'The link works for **24 hours**. After that you can request a new one on the confirmation page.',
    ],
    button: 'Confirm email',
    asideTitle: 'Didn’t sign up?',
    aside: 'You can ignore this email. Without confirmation the account stays inactive, and we delete it after 7 days.',
  },
  reset: {
    subject: 'Reset your {{brand}} password',
    preview: 'The link works once, for 10 minutes.',
    title: 'Set a new password',
    text: [
      'We received a request to change your account password.',
      'The link works once, for **10 minutes**. After the change we’ll sign you out on all devices.',
    ],
    button: 'Set a new password',
    asideTitle: 'Wasn’t you?',
    aside:
      'Your password hasn’t changed, so there’s nothing to do. If you keep getting these emails, write to us. We never ask for your password by email or chat.',
  },
  account_exists: {
    subject: 'You already have a {{brand}} account',
    preview: 'Someone tried to register with your address.',
    title: 'You already have an account',
    text: [
      'Someone just tried to create an account with this address. You already have one, so we didn’t create another and nothing has changed.',
      'If it was you, just sign in. Forgot your password? You can reset it on the sign-in page.',
    ],
    button: 'Sign in',
    asideTitle: 'Wasn’t you?',
    aside: 'Your account is safe: nobody can get in without the password.',
  },
  session_reused: {
    subject: 'We ended one of your {{brand}} sessions',
    preview: 'Its key was used twice. Please sign in again.',
    title: 'We ended one of your sessions',
    text: [
      '{{at}}: the key for one of your sessions ({{device}}) was used a second time. That can mean someone copied it, so we ended that session everywhere.',
      'Sign in again and check the list of devices in your account.',
    ],
    button: 'Check devices',
    asideTitle: 'Don’t recognise this device?',
    aside: 'Reset your password on the sign-in page. That ends all sessions.',
  },
  password_changed: {
    subject: 'Your {{brand}} password was changed',
    preview: 'You’ve been signed out on all devices. Sign in with the new password.',
    title: 'Password changed',
    text: [
      '{{at}}: your account password was changed using a link from an email. You’ve been signed out on all devices.',
    ],
    button: 'Sign in',
    asideTitle: 'Wasn’t you?',
    aside:
      'Then someone else can read your email. Change your email password, then reset your password here and write to us.',
  },
  id_confirmed: {
    subject: 'Your broker ID is confirmed',
    preview: 'We found your broker account.',
    title: 'Your broker ID is confirmed',
    text: ['The broker confirmed account {{traderId}}. You can go back to your signals.'],
    button: 'Go to signals',
    asideTitle: 'Remember the risk.',
    aside: 'A forecast doesn’t promise a profit. Don’t stake more than you can afford to lose.',
  },
  id_not_found: {
    subject: 'We couldn’t find your broker ID',
    preview: 'The broker has no such account under our link.',
    title: 'We couldn’t find your broker ID',
    text: [
      'The broker has no account {{traderId}} opened through our link. Check the digits: you’ll find the ID in your broker profile.',
      'If you opened the account without our link, the broker doesn’t show it to us and you’ll need a new one.',
    ],
    button: 'Enter ID again',
    asideTitle: 'Sure the ID is right?',
    aside: 'Try again in a few minutes: a new account can take a while to appear.',
  },
  id_released: {
    subject: 'Your broker ID was unlinked',
    preview: 'Support unlinked it. Without an ID you won’t get signals.',
    title: 'Your broker ID was unlinked',
    text: [
      'Support unlinked broker account {{traderId}} from your account. We’ve erased its balance, and you won’t get new signals without an ID.',
      'You keep your settled signals and history. If you have another broker account, enter its ID.',
    ],
    button: 'Enter ID',
    asideTitle: 'Is this your broker account?',
    aside: 'Write to the support address below and we’ll check again.',
  },
  id_available: {
    subject: 'The broker ID you tried is available again',
    preview: 'It was unlinked from the other account.',
    title: 'The ID is available again',
    text: [
      'You entered broker account {{traderId}}, but it belonged to another user. Support has now unlinked it from their account.',
      'If the broker account is yours, enter its ID again.',
    ],
    button: 'Enter ID again',
    asideTitle: 'Not your broker account?',
    aside: 'Then there’s nothing to do.',
  },
  id_lapsed: {
    subject: 'Your broker ID was unlinked',
    preview: 'After a year without signals, another user entered it.',
    title: 'Your broker ID was unlinked',
    text: [
      'You haven’t received signals with broker account {{traderId}} for over a year, and another user has now entered it. We unlinked it from your account and erased its balance.',
      'You keep your settled signals and history. To get signals again, enter your broker account ID.',
    ],
    button: 'Enter ID',
    asideTitle: 'Still your broker account?',
    aside: 'Write to the support address below and we’ll find out whose it is.',
  },
  contest_won: {
    subject: 'You’ve won a prize in the {{brand}} challenge',
    preview: 'Your number is one of the five. Send your screenshots by {{until}}.',
    title: 'You’ve won a prize',
    text: [
      'The draw has taken place and your number, **{{number}}**, won a prize. It was picked at random: anyone can repeat the calculation on the challenge page.',
      'To get your prize, send screenshots of your ten trades by **{{until}}**. If we don’t get them, or can’t confirm the trades, the prize passes to the next number.',
    ],
    button: 'Send screenshots',
    asideTitle: 'We never ask for money.',
    aside: 'There’s no fee or deposit. If someone asks you to pay in our name, it isn’t us.',
  },
  review_published: {
    subject: 'Your {{brand}} review is published',
    preview: 'It’s on the About us page.',
    title: 'Your review is published',
    text: [
      'Thank you. Your review is now on the About us page. You can edit it at any time; we’ll check the new version first.',
    ],
    button: 'View reviews',
    asideTitle: 'Didn’t write it?',
    aside: 'Reset your password on the sign-in page and write to us.',
  },
  review_refused: {
    subject: 'Your {{brand}} review wasn’t published',
    preview: 'See the reason inside. You can edit the review and send it again.',
    title: 'Your review wasn’t published',
    text: [
      'We didn’t publish your review. Reason: **{{reason}}**. Your rating played no part in the decision.',
      'You can edit the review and send it again.',
    ],
    button: 'Edit review',
    asideTitle: 'Disagree?',
    aside: 'Write to the support address below and we’ll look at it again.',
    reasons: {
      advertising: 'advertising or links to other services',
      abuse: 'insults or someone’s personal data',
      off_topic: 'the text isn’t about the app',
    },
  },
  account_deleted: {
    subject: 'Your {{brand}} account has been deleted',
    preview: 'Your personal data has been erased. This is our last email to you.',
    title: 'Your account has been deleted',
    text: [
      'Your account was deleted on {{at}} and confirmed with its password. Your address, broker ID, balance, sessions and emails have been erased and can’t be restored.',
      'This is our last email. We erase your address as soon as it’s sent.',
    ],
    button: 'What stays, without your name',
    asideTitle: 'Wasn’t you?',
    aside: 'Then someone knows your password. Change it everywhere you use it and write to us.',
  },
  unknownDevice: 'unknown device',
};
