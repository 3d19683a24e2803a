import type { FeedConfig } from './config.ts';
import { demoAccount } from './modules/accounts/seed-demo-account.ts';

const marketNames = {
  simulated: 'simulated, fitted to recorded quotes: not real prices',
  replay: 'a replay of recorded prices, shifted to now',
  deriv: 'live quotes from Deriv',
};

const brokerNames = {
  sandbox: 'a training broker of our own; the page that asks for your broker ID leads there',
  pocket: 'Pocket Option',
};

interface Demo {
  readonly feed: FeedConfig['kind'];
  readonly broker: keyof typeof brokerNames;
  /** Whether mails are stored for the mailbox page; otherwise a mail server sends them. */
  readonly hasMailbox: boolean;
}

/** Startup notes for a user of the demo, one line each. */
export const introduceDemo = ({ feed, broker, hasMailbox }: Demo): readonly string[] => [
  `Market     ${marketNames[feed]}`,
  `Broker     ${brokerNames[broker]}`,
  `Sign in    ${demoAccount.email}   password: ${demoAccount.password}`,
  `Mail       ${hasMailbox ? 'kept, not sent: the page /uk/mailbox shows it' : 'sent by the server of SMTP_URL'}`,
];
