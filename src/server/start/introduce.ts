import type { Config } from '../config.ts';
import { builtBrand, showsOtherBrand } from '../config/brand.ts';
import type { MailApi } from '../modules/mail/mail.api.ts';

type AdminLinks = readonly { readonly email: string; readonly link: string }[];

interface Introduced {
  readonly config: Config;
  readonly mail: Pick<MailApi, 'hasMailbox' | 'isSending'>;
}

/** Startup notes for the operator, one line each. */
export const introduce = (
  { config, mail }: Introduced,
  adminLinks: AdminLinks,
  built = builtBrand,
): readonly string[] => [
  ...(config.demo ? introduceDemo(config, mail) : []),
  ...(showsOtherBrand(config.brandDir, built) ? introduceBrand(config) : []),
  ...introduceAdmins(adminLinks),
];

const introduceBrand = ({ brandDir }: Config): readonly string[] => [
  'Brand      WARNING: the pages show another brand than BRAND_DIR. Build them with it, then restart:',
  `           BRAND_DIR=${brandDir} npm run build`,
];

/** For each administrator whose password nobody has proven, the link that sets it. */
const introduceAdmins = (links: AdminLinks): readonly string[] =>
  links.flatMap(({ email, link }) => [
    `Admin      ${email} has no password that was set through a mail; this link sets it, once, within 24 hours:`,
    `           ${link}`,
  ]);

const marketNames = {
  simulated: 'simulated, fitted to recorded quotes: not real prices',
  replay: 'a replay of recorded prices, shifted to now',
  deriv: 'live quotes from Deriv',
  oanda: 'live quotes from OANDA',
};

const brokerNames = {
  sandbox: 'a training broker of our own; the page that asks for your broker ID leads there',
  pocket: 'Pocket Option',
  manual: 'a partner programme without an interface; its ids are confirmed at /en/admin/claims',
};

/** Startup notes for a user of the demo, one line each. */
const introduceDemo = (
  { feed, broker, demoAccounts: { trader, admin }, demoPublic }: Config,
  { hasMailbox, isSending }: Introduced['mail'],
): readonly string[] => [
  `Market     ${marketNames[feed.kind]}`,
  `Broker     ${brokerNames[broker.kind]}`,
  `Sign in    ${trader.email}   password: ${trader.password}`,
  ...(demoPublic
    ? []
    : [`Operator   ${admin.email}   password: ${admin.password}   (demo only; its pages: /uk/admin)`]),
  ...(demoPublic ? ['Public     others may reach this demo: no page shows its mails or this password'] : []),
  `Mail       ${mailText(hasMailbox, isSending)}`,
];

function mailText(hasMailbox: boolean, isSending: boolean): string {
  if (hasMailbox) return 'kept, not sent: the page /uk/mailbox shows it';
  return isSending ? 'sent by the server of SMTP_URL' : 'kept, not sent, and shown to nobody: set SMTP_URL';
}
