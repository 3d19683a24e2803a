import { beforeAll, expect, test } from 'vitest';
import { errorPhrases } from '#phrases/errors.ts';
import { fieldErrorPhrases } from '#phrases/field-errors.ts';
import { formatsIn } from './formats.ts';
import { loadPhrases, phrasesIn } from './phrase-book.ts';
import type { Translate } from './render-phrase.ts';

beforeAll(() => loadPhrases('en'));

const { usd } = formatsIn('en');
const [min, vip] = [usd(10), usd(1000)];
const passwordRule =
  'The password must contain at least 8 characters, including at least one lowercase letter, one uppercase letter, one number, and one special character';

/** This English wording is prescribed, signs and figures included. */
const onScreen: readonly (readonly [string, (t: Translate) => string])[] = [
  [passwordRule, (t) => t('auth.form.passwordWeak')],
  ['Enter your email address', (t) => t('auth.form.emailMissing')],
  ['Enter a valid ID', (t) => t('trader.invalid')],
  ['Please verify that you are not a robot', (t) => t('auth.robot.missing')],
  ['Confirm that you are not a robot', (t) => t('auth.robot.label')],
  [
    'Oops! Insufficient funds on the account for signals. The minimum trading amount is $10. Top up your balance',
    (t) => t('signal.balanceLow.text', { min }),
  ],
  [
    'Unfortunately, your balance is less than $10. If this is not the case, please try checking again later.',
    (t) => t('signal.access.stillLow', { min }),
  ],
  ['Your balance $124.50 has been verified!', (t) => t('signal.access.verified.title', { balance: usd(124.5) })],
  ['Your balance $1000 has been verified!', (t) => t('signal.access.verified.title', { balance: usd(1000) })],
  ['It seems we cannot find your ID. Please reload the page and try again!', (t) => t('trader.lost.text')],
  ['It seems we cannot find your ID. Please reload the page and try again!', (t) => t('signal.access.lost')],
  [
    'To use this indicator, your balance must be over $1000. Your current balance is $999.99.',
    (t) => t('signal.vip.text', { amount: vip, balance: usd(999.99) }),
  ],
  ['Your ID was not found. If you are sure your ID is correct, please try again.', (t) => t('trader.notFound.text')],
  ['There are no signals available at the moment, please try again in a minute!', (t) => t('signal.none.title')],
  ['You have been logged out... Please log in again and try once more!', (t) => t('trader.out.text')],
];

test.each(onScreen)('the screen shows the specified text: %s', (text, render) => {
  expect(render(phrasesIn('en').t)).toBe(text);
});

const inAnswers: readonly (readonly [string, string])[] = [
  [errorPhrases.en.invalid_credentials, 'Incorrect password entered'],
  [errorPhrases.en.captcha_failed, 'Please verify that you are not a robot'],
  [errorPhrases.en.captcha_required, 'Confirm that you are not a robot'],
  [errorPhrases.en.no_signal, 'There are no signals available at the moment, please try again in a minute!'],
  [
    errorPhrases.en.balance_too_low,
    'Oops! Insufficient funds on the account for signals. The minimum trading amount is ${{minBalance}}. Top up your balance',
  ],
  [
    errorPhrases.en.vip_balance_required,
    'To use this indicator, your balance must be over ${{minBalance}}. Your current balance is ${{balance}}.',
  ],
  [errorPhrases.en.trader_not_found, 'Your ID was not found. If you are sure your ID is correct, please try again.'],
  [fieldErrorPhrases.en.passwordWeak, passwordRule],
];

test.each(inAnswers)('the API returns the specified text: %s', (phrase, text) => {
  expect(phrase).toBe(text);
});
