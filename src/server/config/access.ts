import { emailPattern, toCanonicalEmail } from '#domain/accounts/email.ts';
import { payoutPercent } from '#domain/signals/edge.ts';
import { dayMs, hourMs } from '#domain/time.ts';
import { roundTo } from '#domain/statistics/shown-rate.ts';
import { amount, instant, integer, isAddress, isOrigin, list, oneOf, text } from './formats.ts';
import { type ConfigIssue, findMissing, type Given, secret, setting, type ValuesOf, withDefault } from './setting.ts';

/** `.env.example`: Who may take signals. */
export const accessSettings = {
  BROKER: withDefault(
    oneOf(['sandbox', 'pocket', 'manual']),
    'sandbox',
    'sandbox: a partner broker of our own with play money, started beside the product on PORT + 1 (demo only; outside the demo',
    'it needs the BROKER_API_URL of one that runs by itself); pocket: the Pocket Option partner API; manual: a partner',
    'programme without an interface, whose ids and lists an administrator confirms and reads at /en/admin/claims.',
  ),
  BROKER_API_URL: setting(
    text('an http:// or https:// address without a path', isOrigin).optional(),
    'http://127.0.0.1:3001',
    'A sandbox that runs by itself. Unset: the one that the product starts; with BROKER=pocket, https://affiliate.pocketoption.com',
  ),
  BROKER_PARTNER_ID: setting(
    text('the partner id, letters and digits', /^[\w-]{1,64}$/).optional(),
    'demo',
    'Needed with BROKER=pocket, the next three; a sandbox that runs by itself has a partner id and a token too.',
  ),
  BROKER_API_TOKEN: secret(
    text('the API token of the partner account', /^\S{1,200}$/),
    'token-from-the-partner-account',
  ),
  BROKER_REFERRAL_URL: setting(
    text('an http:// or https:// address', isAddress('http:', 'https:')).optional(),
    'https://broker.example/register?ref=12345',
    'Where a person registers with the broker through our link; {campaign} and {lang} in it are filled in. Needed with',
    'BROKER=manual too.',
  ),
  BROKER_POSTBACK_KEY: setting(
    text('32 to 100 letters and digits', /^[\w-]{32,100}$/).optional(),
    '32-letters-and-digits-or-more-0000',
    "{click_id} is filled in too: whose link it is. With a key (32 characters or more), the partner's postback on registrations is",
    'PUBLIC_URL/api/broker/registrations?key=KEY&trader_id={trader_id}&click_id={click_id}; it proves whose account it is.',
  ),
  BROKER_BALANCE_MODE: withDefault(
    oneOf(['minus_bonuses', 'raw']),
    'minus_bonuses',
    "minus_bonuses or raw: whether the broker's balance holds bonuses that must be taken off.",
  ),
  BROKER_LIST_HOURS: withDefault(
    integer(1, 168, 'hours, 1 to 168'),
    '24',
    "With BROKER=manual, how long a balance of the partner's list holds after the list was exported.",
  ),
  REVENUE_SHARE: withDefault(
    amount('a share of turnover above 0, at most 1, such as 0.02', (value) => value > 0 && value <= 1),
    '0.02',
    "What the broker pays of the referred traders' turnover, and how often: year, quarter or month.",
  ),
  REVENUE_PERIOD: withDefault(oneOf(['year', 'quarter', 'month']), 'year'),
  MIN_BALANCE: withDefault(
    amount('dollars, 0 or more', () => true),
    '10',
  ),
  VIP_BALANCE: withDefault(
    amount('dollars, 0 or more', () => true),
    '1000',
  ),
  PAYOUT: withDefault(
    amount('a share from 0.60 to 0.92 with two decimals, such as 0.82', isPayout),
    '0.82',
    'What a win pays, as a share of the stake, until a trader or the broker says it.',
  ),
  VIP_FREE_UNTIL: setting(
    instant().optional(),
    '2027-01-10T00:00:00Z',
    'Until then the VIP model needs no VIP balance.',
  ),
  ADMIN_EMAILS: setting(
    emails().default([]),
    'admin@signals.example',
    'Administrators. A start prints a link that sets the password of one that has none.',
  ),
  INTERNAL_EMAILS: setting(emails().default([]), 'test@signals.example', 'Out of statistics and error reports.'),
};

export function toBrokerConfig(values: ValuesOf<typeof accessSettings>) {
  const referralUrl = values.BROKER_REFERRAL_URL ?? null;
  if (values.BROKER === 'sandbox')
    return {
      kind: 'sandbox' as const,
      /** Null: the product starts our own sandbox broker, as a separate process. */
      apiUrl: values.BROKER_API_URL ?? null,
      partnerId: values.BROKER_PARTNER_ID ?? 'demo',
      apiToken: values.BROKER_API_TOKEN ?? '',
      referralUrl,
    };
  // Their absence was already reported as an error.
  const partner = {
    referralUrl: referralUrl ?? '',
    /** Null: the broker does not report registrations to us. */
    postbackKey: values.BROKER_POSTBACK_KEY ?? null,
  };
  if (values.BROKER === 'manual') return { kind: 'manual' as const, ...partner };
  return {
    kind: 'pocket' as const,
    ...partner,
    apiUrl: values.BROKER_API_URL ?? 'https://affiliate.pocketoption.com',
    partnerId: values.BROKER_PARTNER_ID ?? '',
    apiToken: values.BROKER_API_TOKEN ?? '',
    balanceMode: values.BROKER_BALANCE_MODE,
  };
}

/** For how long a balance that was stated counts. */
export const getBalanceHoldsMs = ({ BROKER, BROKER_LIST_HOURS }: ValuesOf<typeof accessSettings>): number =>
  BROKER === 'manual' ? BROKER_LIST_HOURS * hourMs : dayMs;

/** Play money for real users requires an explicit setting. */
const brokerOutsideDemo =
  'pocket or manual, needed outside demo mode (or sandbox with the BROKER_API_URL of one that runs)';

const neededBy: Readonly<Record<string, readonly string[]>> = {
  pocket: ['BROKER_PARTNER_ID', 'BROKER_API_TOKEN', 'BROKER_REFERRAL_URL'],
  manual: ['BROKER_REFERRAL_URL'],
};

/** Variables that the chosen broker needs and that are missing. */
export function findBrokerIssues(given: Given, isDemo: boolean): ConfigIssue[] {
  const { BROKER: broker = 'sandbox' } = given;
  const needed = neededBy[broker];
  if (needed) return findMissing(given, needed, `needed with BROKER=${broker}`);
  return isDemo || broker !== 'sandbox' || given.BROKER_API_URL
    ? []
    : [{ name: 'BROKER', value: given.BROKER ?? null, allowed: brokerOutsideDemo }];
}

/** In whole percent, as traders say theirs. */
function isPayout(share: number): boolean {
  return roundTo(share, 2) === share && share >= payoutPercent.min / 100 && share <= payoutPercent.max / 100;
}

function emails() {
  return list('e-mail addresses, comma-separated', (item) => emailPattern.test(toCanonicalEmail(item))).transform(
    (items) => items.map(toCanonicalEmail),
  );
}
