import { brand } from '#domain/brand.ts';
import { origin, text, toggle } from './formats.ts';
import { type ConfigIssue, findMissing, type Given, secret, setting, type ValuesOf, withDefault } from './setting.ts';

/** `.env.example`: Integrations. */
export const integrationSettings = {
  VAPID_SUBJECT: setting(
    text('a mailto: or https: address', /^(mailto:\S+@\S+|https:\/\/\S+)$/).optional(),
    'mailto:support@kurs.example',
    'Our identity at push services. Unset: keys are generated once and saved in the database; the subject is MAIL_FROM.',
  ),
  VAPID_PUBLIC_KEY: setting(text('87 letters of base64url', /^[\w-]{87}$/).optional(), ''),
  VAPID_PRIVATE_KEY: secret(text('43 letters of base64url', /^[\w-]{43}$/), ''),
  TELEGRAM_BOT_TOKEN: secret(
    text('the token of a bot, such as 110201543:AAH…', /^\d{1,20}:[\w-]{10,100}$/),
    '110201543:AAH-the-rest-of-your-token',
    'Alerts by Telegram: the token that @BotFather gave your bot. Unset: the channel is shown as unavailable.',
  ),
  TELEGRAM_API_URL: withDefault(origin(), 'https://api.telegram.org', 'Your own Bot API server, if you run one.'),
  PUSH_PRIVATE_ADDRESSES: withDefault(
    toggle(),
    'off',
    'on: push endpoints may lead to private addresses (tests, your own network); https all the same.',
  ),
};

/** Our identity at push services; keys null: generated once and kept in the database. */
export function toVapidConfig(values: ValuesOf<typeof integrationSettings>, mailFrom = '') {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
  const sender = /<([^<>\s]+@[^<>\s]+)>|^(\S+@\S+)$/.exec(mailFrom);
  const subject = values.VAPID_SUBJECT ?? `mailto:${sender?.[1] ?? sender?.[2] ?? brand.supportEmail}`;
  return { subject, keys: publicKey && privateKey ? { publicKey, privateKey } : null };
}

/** One key without the other. */
export function findVapidIssues(given: Given): ConfigIssue[] {
  return [
    ...(given.VAPID_PRIVATE_KEY ? findMissing(given, ['VAPID_PUBLIC_KEY'], 'needed with VAPID_PRIVATE_KEY') : []),
    ...(given.VAPID_PUBLIC_KEY ? findMissing(given, ['VAPID_PRIVATE_KEY'], 'needed with VAPID_PUBLIC_KEY') : []),
  ];
}
