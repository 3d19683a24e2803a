import { brand } from '#domain/brand.ts';
import type { ConfigIssue, Environment } from './environment.ts';

/** Our identity at push services; keys null: generated once and kept in the database. */
export interface VapidConfig {
  readonly subject: string;
  readonly keys: { readonly publicKey: string; readonly privateKey: string } | null;
}

export function vapidOf(env: Environment): VapidConfig {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  const sender = /<([^<>\s]+@[^<>\s]+)>|^(\S+@\S+)$/.exec(env.MAIL_FROM ?? '');
  const subject = env.VAPID_SUBJECT ?? `mailto:${sender?.[1] ?? sender?.[2] ?? brand.supportEmail}`;
  return { subject, keys: publicKey && privateKey ? { publicKey, privateKey } : null };
}

/** One key without the other. */
export const vapidIssues = (given: Readonly<Record<string, string>>): ConfigIssue[] =>
  [
    { name: 'VAPID_PUBLIC_KEY', other: 'VAPID_PRIVATE_KEY' },
    { name: 'VAPID_PRIVATE_KEY', other: 'VAPID_PUBLIC_KEY' },
  ].flatMap(({ name, other }) =>
    given[other] && !given[name] ? [{ name, value: null, allowed: `needed with ${other}` }] : [],
  );
