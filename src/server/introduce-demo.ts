import type { FeedConfig } from './config.ts';
import { demoAccount } from './modules/accounts/seed-demo-account.ts';

const marketNames = {
  simulated: 'simulated, fitted to recorded quotes: not real prices',
  replay: 'a replay of recorded prices, shifted to now',
  deriv: 'live quotes from Deriv',
};

/** What a person who has just started the demo needs to know, a line each. */
export const introduceDemo = (feed: FeedConfig['kind']): readonly string[] => [
  `Market     ${marketNames[feed]}`,
  `Sign in    ${demoAccount.email}   password: ${demoAccount.password}`,
  'Mail       nothing is sent by this version; sign-up by e-mail is not part of it yet',
];
