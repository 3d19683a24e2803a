import type { mailUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const mailEn: Translation<typeof mailUk> = {
  linkFallback: 'Button not working? Copy this address:',
  service: 'This is a service e-mail about your account. We send no advertising.',
  risk: 'Trading binary options is risky: you can lose everything you put in.',
  activation: {
    subject: 'Confirm your e-mail for {{brand}}',
    preview: 'One button and you can go on. The link works for 24 hours.',
    title: 'Confirm your e-mail',
    text: [
      'You created an account at {{brand}}. One step is left: press the button, and we see that the address is really yours.',
      'The link works for **24 hours**. After that you can ask for a new one on the confirmation page.',
    ],
    button: 'Confirm e-mail',
    asideTitle: 'Was it not you?',
    aside: 'Do nothing. Without confirmation the account stays closed, and we delete it after 7 days.',
  },
  reset: {
    subject: 'A new password for {{brand}}',
    preview: 'The link works for 10 minutes and only once.',
    title: 'A new password',
    text: [
      'We were asked to change the password of your account.',
      'The link works for **10 minutes** and only once. After the change we end all sessions on all devices.',
    ],
    button: 'Set a new password',
    asideTitle: 'Was it not you?',
    aside:
      'Your password is still the old one, there is nothing to do. If such e-mails keep coming, write to us. We never ask for a password by mail or chat.',
  },
  account_exists: {
    subject: 'You already have an account at {{brand}}',
    preview: 'Somebody tried to register with your address.',
    title: 'You already have an account',
    text: [
      'Somebody has just tried to create an account with this address. You have one already, so we created no second one and changed nothing.',
      'If it was you, simply sign in. Forgot the password? You can set a new one from the sign-in page.',
    ],
    button: 'Sign in',
    asideTitle: 'Was it not you?',
    aside: 'Your account is safe: nobody gets in without the password.',
  },
  session_reused: {
    subject: 'We ended one of your sessions at {{brand}}',
    preview: 'Its key turned up twice. Sign in again.',
    title: 'One session was ended',
    text: [
      '{{at}}: the key of one of your sessions ({{device}}) was used a second time. This happens when somebody has copied it, so we ended that session everywhere.',
      'Sign in again and look at the list of sessions in your account.',
    ],
    button: 'See the sessions',
    asideTitle: 'Don’t recognise the device?',
    aside: 'Set a new password from the sign-in page. That ends all sessions.',
  },
  password_changed: {
    subject: 'The password for {{brand}} was changed',
    preview: 'All sessions have ended. Sign in with the new password.',
    title: 'Password changed',
    text: [
      '{{at}}: the password of your account was changed by a link from a mail. All sessions on all devices have ended.',
    ],
    button: 'Sign in',
    asideTitle: 'Was it not you?',
    aside:
      'Then somebody else can read your mail. Change the password of your mailbox, then set a new one here and write to us.',
  },
  id_confirmed: {
    subject: 'Your ID is confirmed',
    preview: 'The account at the broker was found.',
    title: 'Your ID is confirmed',
    text: ['The broker confirmed the account {{traderId}}. You can go back to the signals.'],
    button: 'Go to the signals',
    asideTitle: 'Keep the risk in mind.',
    aside: 'A forecast does not guarantee a profit. Do not stake more than you are ready to lose.',
  },
  id_not_found: {
    subject: 'Your ID was not found',
    preview: 'The broker sees no such account under our link.',
    title: 'Your ID was not found',
    text: [
      'The broker answered that there is no account {{traderId}} under our link. Check the digits: the ID is shown in your profile at the broker.',
      'If the account was opened without our link, the broker does not show it to us. Then a new one is needed.',
    ],
    button: 'Enter the ID again',
    asideTitle: 'Sure that the ID is right?',
    aside: 'Try again in a few minutes: a new account takes a moment to appear at the broker.',
  },
  id_released: {
    subject: 'Your account has no broker ID any more',
    preview: 'Support removed it. Without an ID there are no signals.',
    title: 'Your broker ID was removed',
    text: [
      'Support removed the broker account {{traderId}} from your account. The balance we knew for it is erased, and there are no new signals without an ID.',
      'Your settled signals and your history stay yours. If you have another broker account, enter its ID.',
    ],
    button: 'Enter an ID',
    asideTitle: 'Is it your broker account?',
    aside: 'Write to the support address below, and we will look at it again.',
  },
  id_available: {
    subject: 'The broker ID you asked for is free again',
    preview: 'It was removed from the other account.',
    title: 'The ID is free again',
    text: [
      'You entered the broker account {{traderId}}, but it belonged to another user. Support has removed it from that account.',
      'If the broker account is yours, enter its ID again.',
    ],
    button: 'Enter the ID again',
    asideTitle: 'Not your broker account?',
    aside: 'Then there is nothing to do.',
  },
  id_lapsed: {
    subject: 'Your account has no broker ID any more',
    preview: 'After a year without signals another user entered it.',
    title: 'Your broker ID was removed',
    text: [
      'You received no signals with the broker account {{traderId}} for over a year, and another user has now entered it. We removed it from your account and erased the balance we knew for it.',
      'Your settled signals and your history stay yours. To get signals again, enter the ID of your broker account.',
    ],
    button: 'Enter an ID',
    asideTitle: 'Is it still your broker account?',
    aside: 'Write to the support address below, and we will find out whose it is.',
  },
  contest_won: {
    subject: 'You drew a prize in the {{brand}} challenge',
    preview: 'Your number is among the five. Send your screenshots by {{until}}.',
    title: 'You drew a prize',
    text: [
      'The draw has taken place, and your number **{{number}}** is among those that drew a prize. Chance picked it: anybody can repeat the calculation on the challenge page.',
      'To receive the prize, send screenshots of your ten trades by **{{until}}**. If they do not arrive, or the trades cannot be confirmed, the prize passes to the next number.',
    ],
    button: 'Send the screenshots',
    asideTitle: 'We never ask for money.',
    aside: 'There is no fee or deposit for a prize. If somebody asks for a payment in our name, it is not us.',
  },
  review_published: {
    subject: 'Your review of {{brand}} is published',
    preview: 'It can be seen on the About us page.',
    title: 'Your review is published',
    text: [
      'Thank you. Your review can now be seen on the About us page. You can change it: we will check the new version again.',
    ],
    button: 'See the reviews',
    asideTitle: 'It was not you?',
    aside: 'Set a new password on the sign-in page and write to us.',
  },
  review_refused: {
    subject: 'Your review of {{brand}} was not published',
    preview: 'The reason is inside. You can change the review and send it again.',
    title: 'Your review was not published',
    text: [
      'We did not publish your review. The reason: **{{reason}}**. The rating has no part in this decision.',
      'You can change the review and send it again.',
    ],
    button: 'Change the review',
    asideTitle: 'You disagree?',
    aside: 'Write to the support address below, and we will look at the decision again.',
    reasons: {
      advertising: 'advertising or links to other services',
      abuse: 'insults or somebody’s personal data',
      off_topic: 'the text is not about the application',
    },
  },
  account_deleted: {
    subject: 'Your {{brand}} account is deleted',
    preview: 'Your personal data is erased. This is the last e-mail to this address.',
    title: 'Your account is deleted',
    text: [
      'Your account was deleted on {{at}}, confirmed by its password. The address, broker ID, balance, sessions and e-mails are erased and cannot be brought back.',
      'This is the last e-mail. Your address is erased as soon as it is sent.',
    ],
    button: 'What remains without a name',
    asideTitle: 'It was not you?',
    aside: 'Then somebody knows your password. Change it wherever you use the same one, and write to us.',
  },
  unknownDevice: 'unknown device',
};
