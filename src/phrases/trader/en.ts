import type { Translation } from '../translation.ts';
import type { phrases as source } from './uk.ts';

export const phrases: Translation<typeof source> = {
  pageTitle: 'Almost done',
  steps: {
    label: 'Steps to your signals',
    account: 'Account',
    mail: 'Email',
    id: 'Broker ID',
    signals: 'Signals',
    done: 'done',
  },
  lead: 'Signals need an account with the partner broker. Open one, or enter the ID of the one you have.',
  label: 'Broker account ID',
  hint: 'Digits only. We never ask for your broker password.',
  invalid: 'Enter a valid ID',
  picture: 'You’ll find the ID in your broker profile, next to your name',
  submit: 'Check ID',
  haveAccount: 'I have an account',
  use: 'Use ID {{id}}',
  where: 'Where to find the ID',
  noAccount: 'I don’t have one yet',
  stepOpen: 'Open an account through our link: the broker doesn’t show us any other accounts.',
  stepTopUp: 'Top it up with at least {{min}} of your own money, bonuses not included.',
  stepReturn: 'Come back here with the account’s ID.',
  conflict: 'The broker pays us about 2% of annual turnover for this. Your trading terms stay the same.',
  ownership: {
    byLink:
      'Anyone can enter an ID, so we show the balance and trades only of an account you opened with the button on this page: then the broker itself confirms it’s yours. Signals work with any other account too, but instead of the amount you’ll only see whether it’s enough.',
    bySupport:
      'Anyone can enter an ID, and the broker doesn’t report whose account it is. So instead of the balance we show only whether it’s enough for signals, and no trades at all.',
  },
  checking: {
    title: 'Checking ID {{id}}',
    text: 'This takes from a few seconds to an hour. You can close the page: we’ll email you.',
    textByList: 'We compare IDs with the broker’s list, usually within a day. You can close the page: we’ll email you.',
    elapsed: '{{time}} elapsed',
    accepted: 'ID received',
    asking: 'Asking the broker',
    askingList: 'Comparing with the broker’s list',
    askingAgain: 'No response yet, asking again',
    nextAt: 'next try at {{time}}',
    balance: 'Checking the balance',
    change: 'Change ID',
  },
  confirmed: {
    title: 'ID confirmed',
    text: 'Taking you to signals in {{seconds}} s.',
    go: 'Go now',
  },
  notFound: {
    title: 'ID not found',
    text: 'Your ID was not found. If you are sure your ID is correct, please try again.',
    cause:
      'Most likely, the account wasn’t opened through our link: the broker doesn’t show us such accounts. In that case, open a new one through our link and enter its ID.',
    answer: 'Our answer: {{reason}}',
    hint: 'We asked about account {{id}}. A new account can take a few minutes to appear.',
  },
  taken: {
    title: 'This ID is taken',
    text: 'Account {{id}} is linked to another user. If that’s you, sign in to that account.',
    byLink:
      'Did you open this account with the button on this page while signed in here? Then try again in a few minutes: once the broker confirms that it’s yours, we’ll move it here and email the person who entered it.',
    bySupport:
      'If the account is yours, write to {{support}} from this account’s email and attach a screenshot of your broker profile with the ID. We’ll check and return it to you.',
    support: 'Contact support',
  },
  givenUp: {
    title: 'No response from the broker',
    text: 'We asked about ID {{id}} for an hour and got no answer. Try again.',
  },
  out: {
    title: 'You have been logged out',
    text: 'You have been logged out... Please log in again and try once more!',
  },
  lost: {
    title: 'We can’t find your ID',
    text: 'It seems we cannot find your ID. Please reload the page and try again!',
    reload: 'Reload',
  },
};
