import type { enterIdUk } from './enter-id.uk.ts';
import type { Translation } from './translation.ts';

export const enterIdEn: Translation<typeof enterIdUk> = {
  pageTitle: 'Almost done',
  steps: {
    label: 'Steps to the signals',
    account: 'Account',
    mail: 'E-mail',
    id: 'Broker ID',
    signals: 'Signals',
    done: 'done',
  },
  title: 'Almost done',
  lead: 'Enter the ID of your account at the partner broker. That is how we see that it was opened through our link.',
  label: 'Account ID at the broker',
  hint: 'Digits only. We never ask for your broker password.',
  invalid: 'Enter a valid ID',
  picture: 'The ID is shown in your profile at the broker, next to the name',
  submit: 'Check the ID',
  noAccount: 'No account yet?',
  open: 'Open one at the partner broker',
  conflict: 'The broker pays us about 2% of annual turnover for it. Your conditions are the same.',
  checking: {
    title: 'Checking ID {{id}}',
    text: 'From a few seconds to an hour. You may close the page: we will write to you.',
    elapsed: '{{time}} so far',
    accepted: 'Your ID was taken',
    asking: 'Asking the broker',
    askingAgain: 'The broker is silent, asking again',
    nextAt: 'next try at {{time}}',
    balance: 'Checking the balance',
    change: 'Change the ID',
  },
  confirmed: {
    title: 'ID confirmed',
    text: 'On to the signals in {{seconds}} s.',
    go: 'Go now',
  },
  notFound: {
    title: 'ID not found',
    text: 'Your ID was not found. If you are sure your ID is correct, please try again.',
    hint: 'A new account sometimes takes a few minutes to appear.',
    again: 'Try again',
    change: 'Change the ID',
  },
  taken: {
    title: 'This ID is taken',
    text: 'Account {{id}} belongs to another user. If it is yours, sign in to that account or write to support.',
  },
  givenUp: {
    title: 'The broker did not answer',
    text: 'We asked about ID {{id}} for an hour and heard nothing. Try again.',
  },
  out: {
    title: 'You have been logged out',
    text: 'You have been logged out... Please log in again and try once more!',
    signIn: 'Sign in',
  },
  lost: {
    title: 'We cannot find your ID',
    text: 'It seems we cannot find your ID. Please reload the page and try again!',
    reload: 'Reload',
  },
};
