import { existsSync, statSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { Brand } from '#contract/brand.ts';
import { integer, isAddress, text, toggle } from './formats.ts';
import { type ConfigIssue, type Given, missing, secret, setting, withDefault } from './setting.ts';

export const secretAllowed =
  'at least 32 characters with 128 random bits or more; `openssl rand -hex 32` makes one, words and repetitions do not';

const isRandomSecret = (value: string): boolean => value.length >= 32 && estimateSecretBits(value) >= 128;

/** `.env.example`: What it keeps. */
export const storageSettings = {
  DATA_DIR: withDefault(z.string(), './data', "The embedded database, its password and the demo's secret."),
  DATABASE_URL: secret(
    text('postgres://user:password@host:port/database', isAddress('postgres:', 'postgresql:')),
    'postgres://kurs:kurs@localhost:5432/kurs',
    'PostgreSQL 15 or newer; unset: an embedded PostgreSQL under DATA_DIR.',
  ),
  DATABASE_CONNECTIONS: withDefault(
    integer(20, 500, 'a whole number, 20 to 500'),
    '20',
    'Connections of each process; a few more are held beside them. max_connections of PostgreSQL must allow for all.',
  ),
  SECRET: secret(
    text(secretAllowed, isRandomSecret),
    '',
    'At least 32 characters with 128 random bits or more (openssl rand -hex 32); made once under DATA_DIR in demo mode,',
    'needed otherwise.',
  ),
  SECRET_OLD: secret(
    text(secretAllowed, isRandomSecret),
    '',
    'The SECRET before this one. To change it stop every process, set both and start: what the old one sealed is resealed,',
    'and SECRET_OLD can be removed. People stay signed in; links in mails sent before end.',
  ),
  DEMO: setting(toggle().optional(), 'on', 'on without DATABASE_URL: a ready account, the sandbox broker, a banner.'),
  DEMO_PUBLIC: withDefault(
    toggle(),
    'off',
    "on: others may reach the demo (HOST that is not this machine's own, https PUBLIC_URL). It then shows no mails, and its",
    'account has a password that is made once under DATA_DIR and printed at start.',
  ),
};

export const isDemo = (given: Given): boolean => (given.DEMO ?? (given.DATABASE_URL ? 'off' : 'on')) !== 'off';

export function findStorageIssues(given: Given): ConfigIssue[] {
  const issues = findFolderIssues(given);
  if (!isDemo(given) && !given.SECRET) issues.push(missing('SECRET', `${secretAllowed}; needed outside demo mode`));
  return isDemo(given) ? [...issues, ...findDemoIssues(given)] : issues;
}

function findFolderIssues({ DATA_DIR: value = storageSettings.DATA_DIR.example }: Given): ConfigIssue[] {
  const allowed =
    'a folder, which is made if it is missing; this is not a folder, or lies under a file: choose another path';
  return isFolderOrNew(resolve(value)) ? [] : [{ name: 'DATA_DIR', value, allowed }];
}

/** Whether what exists of this path is a folder. */
const isFolderOrNew = (path: string): boolean =>
  existsSync(path) ? statSync(path).isDirectory() : isFolderOrNew(dirname(path));

const inDemo =
  'this machine only in demo mode, whose mailbox and password are open to everybody; DEMO_PUBLIC=on (no mailbox, a password of its own) allows any';

/** Settings by which others reach a demo that is open to everybody on its machine. */
function findDemoIssues({ DEMO_PUBLIC: isPublic, HOST: host, PUBLIC_URL: url }: Given): ConfigIssue[] {
  if (isPublic === 'on') return [];
  const issues: ConfigIssue[] = [];
  if (host && !isLoopback(host)) issues.push({ name: 'HOST', value: host, allowed: inDemo });
  if (url && /^https:/i.test(url)) issues.push({ name: 'PUBLIC_URL', value: url, allowed: inDemo });
  return issues;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** The account at the sandbox broker that the trader of a demo has. */
export const demoTraderId = '10000001';

/**
 * The passwords are public on purpose: they open a sandbox with a simulated market on the user's own
 * machine. A demo that others can reach has another one for its trader, and no administrator.
 */
export function getDemoAccounts({ slug }: Pick<Brand, 'slug'>) {
  const word = slug.charAt(0).toUpperCase() + slug.slice(1);
  return {
    trader: { email: `demo@${slug}.example`, password: `${word}-demo-1` },
    admin: { email: `admin@${slug}.example`, password: `${word}-admin-1` },
  };
}

/** Letters between marks, and long runs of small letters, with the marks before them. */
const words = /[\s\p{P}]*(?:(?<![\p{L}\d])(?:\p{Lu}?\p{Ll}+|\p{Lu}+)(?![\p{L}\d])|\p{Ll}{8,})/gu;

/** Bits of a random character; of words, those of a passphrase from the EFF's longest list. */
const bits = { digit: Math.log2(10), hexadecimal: 4, base64: 6, ofWords: 2.4 } as const;

/** The random bits that a secret of this form can have at most. Repetition adds none. */
function estimateSecretBits(value: string): number {
  const once = value.replaceAll(/(.{6,}?)\1+/gs, '$1').replaceAll(/(.)\1{5,}/gs, '$1');
  return once.length * bits[getForm(once)];
}

function getForm(value: string): keyof typeof bits {
  if (/^\d+$/.test(value)) return 'digit';
  if (/^(?:[\da-f]+|[\dA-F]+)$/.test(value)) return 'hexadecimal';
  // Random characters form a word by chance, but rarely half of the text.
  return value.replaceAll(words, '').length > value.length / 2 ? 'base64' : 'ofWords';
}
