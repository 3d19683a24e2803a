import type { Brand } from '#contract/brand.ts';
import { origin, text, toggle, oneOf, isAddress, integer } from './formats.ts';
import { type ConfigIssue, findMissing, type Given, secret, setting, type ValuesOf, withDefault } from './setting.ts';
import { emailPattern } from '#domain/accounts/email.ts';
import { z } from 'zod';
import { parseWitnessVkey } from '#node/notes.ts';

/** `.env.example`: Integrations. */
export const integrationSettings = {
  VAPID_SUBJECT: setting(
    text('a mailto: or https: address', /^(mailto:\S+@\S+|https:\/\/\S+)$/).optional(),
    'mailto:support@signals.example',
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
export function toVapidConfig(values: ValuesOf<typeof integrationSettings>, mailFrom: string) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
  const sender = /<([^<>\s]+@[^<>\s]+)>|^(\S+@\S+)$/.exec(mailFrom);
  const subject = values.VAPID_SUBJECT ?? `mailto:${sender?.[1] ?? sender?.[2]}`;
  return { subject, keys: publicKey && privateKey ? { publicKey, privateKey } : null };
}

/** One key without the other. */
export function findVapidIssues(given: Given): ConfigIssue[] {
  return [
    ...(given.VAPID_PRIVATE_KEY ? findMissing(given, ['VAPID_PUBLIC_KEY'], 'needed with VAPID_PRIVATE_KEY') : []),
    ...(given.VAPID_PUBLIC_KEY ? findMissing(given, ['VAPID_PRIVATE_KEY'], 'needed with VAPID_PUBLIC_KEY') : []),
  ];
}

/** `.env.example`: The robot check. */
export const captchaSettings = {
  CAPTCHA: withDefault(
    oneOf(['altcha', 'turnstile']),
    'altcha',
    'altcha (self-hosted proof of work) or turnstile (Cloudflare; needs both keys)',
  ),
  TURNSTILE_SITE_KEY: setting(text('the site key', /^[\w.-]{1,100}$/).optional(), 'site-key'),
  TURNSTILE_SECRET: secret(text('the secret key', /^[\w.-]{1,200}$/), 'secret-key'),
};

export function toCaptchaConfig(values: ValuesOf<typeof captchaSettings>) {
  if (values.CAPTCHA === 'altcha') return { kind: 'altcha' as const };
  return {
    kind: 'turnstile' as const,
    siteKey: values.TURNSTILE_SITE_KEY ?? '',
    secret: values.TURNSTILE_SECRET ?? '',
  };
}

/** Variables that Turnstile needs and that are missing. */
export const findCaptchaIssues = (given: Given): ConfigIssue[] =>
  given.CAPTCHA === 'turnstile'
    ? findMissing(given, ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'], 'needed with CAPTCHA=turnstile')
    : [];

/** `.env.example`: Mail. */
export const mailSettings = {
  SMTP_URL: secret(
    text('smtp://user:password@host:port or smtps://…', isAddress('smtp:', 'smtps:')),
    'smtp://user:password@mail.example:587',
    'Unset: mails are kept, and shown on the mailbox page in demo mode.',
  ),
  MAIL_FROM: setting(
    text('an address such as Signals <mail@signals.example>', isSender).optional(),
    'Signals <mail@signals.example>',
    'Needed with SMTP_URL.',
  ),
};

export const toMailConfig = ({ SMTP_URL, MAIL_FROM }: ValuesOf<typeof mailSettings>, { name, slug }: Brand) => ({
  /** Null: mails are stored but not sent. */
  smtpUrl: SMTP_URL ?? null,
  from: MAIL_FROM ?? `${name} <no-reply@${slug}.example>`,
});

export const findMailIssues = (given: Given): ConfigIssue[] =>
  given.SMTP_URL ? findMissing(given, ['MAIL_FROM'], 'the sender of mails, needed with SMTP_URL') : [];

/** `name@host` or `Name <name@host>`; a line break would allow header injection. */
function isSender(value: string): boolean {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(value)?.[1] ?? value;
  return emailPattern.test(address);
}

/** A witness of the record: its verifier key and the address of its `add-checkpoint`. */
export interface WitnessAddress {
  readonly vkey: string;
  /** Without a trailing slash. */
  readonly url: string;
}

const witnessesAllowed = 'verifier keys with their addresses (vkey url), one a line or comma-separated, each key once';

/** `.env.example`: The witnesses of the record (docs/operating.md). */
export const witnessSettings = {
  WITNESSES: setting(
    z
      .string()
      .transform(parseWitnesses)
      .pipe(z.array(z.custom<WitnessAddress>(), { error: witnessesAllowed }))
      .optional(),
    'witness.example/w1+c00847a7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2 https://witness.example',
    'Verifier keys with their addresses, comma-separated.',
  ),
  WITNESS_QUORUM: setting(
    integer(0, 100, 'a whole number, 0 or more').default(0),
    '1',
    'How many of them must have cosigned a checkpoint for it to prove anything; 0: none, and nothing is proven.',
  ),
};

export const toWitnessConfig = (values: ValuesOf<typeof witnessSettings>) => ({
  addresses: values.WITNESSES ?? [],
  /** Cosignatures by this many witnesses prove a checkpoint; 0: none is required. */
  quorum: values.WITNESS_QUORUM,
});

/** A quorum of more witnesses than there are would never be reached. */
export function findWitnessIssues(given: Given): ConfigIssue[] {
  const { WITNESSES: witnesses, WITNESS_QUORUM: quorum = '0' } = given;
  const count = witnesses === undefined ? 0 : (parseWitnesses(witnesses)?.length ?? Number.POSITIVE_INFINITY);
  return Number(quorum) > count
    ? [{ name: 'WITNESS_QUORUM', value: quorum, allowed: `0 to ${count}, the number of witnesses` }]
    : [];
}

/** Null: not allowed. */
function parseWitnesses(value: string): WitnessAddress[] | null {
  const items = value.split(/[\n,]/).flatMap((item) => item.trim() || []);
  const found = items.flatMap((item) => parseWitness(item) ?? []);
  const keys = new Set(found.map(({ vkey }) => vkey));
  return found.length > 0 && keys.size === items.length ? found : null;
}

function parseWitness(item: string): WitnessAddress | null {
  const [vkey = '', url = '', ...rest] = item.split(/\s+/);
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isUrl && rest.length === 0 && parseWitnessVkey(vkey) ? { vkey, url: url.replace(/\/+$/, '') } : null;
}
