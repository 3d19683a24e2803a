import type { Config } from './config.ts';
import { demoAccount } from './demo-account.ts';
import type { MailApi } from './modules/mail/mail.api.ts';

const marketNames = {
  simulated: 'simulated, fitted to recorded quotes: not real prices',
  replay: 'a replay of recorded prices, shifted to now',
  deriv: 'live quotes from Deriv',
  oanda: 'live quotes from OANDA',
  twelvedata: 'live quotes from Twelve Data',
};

const brokerNames = {
  sandbox: 'a training broker of our own; the page that asks for your broker ID leads there',
  pocket: 'Pocket Option',
};

const ownWitness = 'one of our own on this machine: it shows how cosigning works, and proves nothing';

type Introduced = Pick<Config, 'feed' | 'broker' | 'witnesses' | 'demoPassword' | 'demoPublic'>;
type Mail = Pick<MailApi, 'hasMailbox' | 'isSending'>;

/** Startup notes for a user of the demo, one line each. */
export const introduceDemo = (
  { feed, broker, witnesses, demoPassword, demoPublic }: Introduced,
  { hasMailbox, isSending }: Mail,
): readonly string[] => [
  `Market     ${marketNames[feed.kind]}`,
  `Broker     ${brokerNames[broker.kind]}`,
  ...(witnesses.ownWitness ? [`Witness    ${ownWitness}`] : []),
  `Sign in    ${demoAccount.email}   password: ${demoPassword}`,
  ...(demoPublic ? ['Public     others may reach this demo: no page shows its mails or this password'] : []),
  `Mail       ${mailText(hasMailbox, isSending)}`,
];

function mailText(hasMailbox: boolean, isSending: boolean): string {
  if (hasMailbox) return 'kept, not sent: the page /uk/mailbox shows it';
  return isSending ? 'sent by the server of SMTP_URL' : 'kept, not sent, and shown to nobody: set SMTP_URL';
}
