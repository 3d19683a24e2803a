import { randomBytes } from 'node:crypto';
import { isId } from '#contract/wire.ts';
import { dayMs, hourMs } from '#domain/time.ts';
import { hashOfLink } from '../sign-in/mail-links.ts';

/** How long both addresses may be confirmed, and how long the old one may restore itself. */
export const confirmableMs = 24 * hourMs;
export const undoableMs = 7 * dayMs;

interface EmailChangeLink {
  /** The id of the change and the secret, as in the link. */
  readonly link: string;
  readonly hash: Buffer;
}

export function newEmailChangeLink(id: string): EmailChangeLink {
  const secret = randomBytes(32).toString('base64url');
  return { link: `${id}.${secret}`, hash: hashOfLink(secret) };
}

/** Null: not such a link. */
export function parseEmailChangeLink(link: string): { readonly id: string; readonly hash: Buffer } | null {
  const [id, secret, ...rest] = link.split('.');
  if (id === undefined || !isId(id) || !secret || rest.length > 0) return null;
  return { id, hash: hashOfLink(secret) };
}

export const isSameHash = (stored: Buffer | null, given: Buffer): boolean => stored !== null && stored.equals(given);
