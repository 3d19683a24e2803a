import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#domain/time.ts';
import type { TradersContext } from './traders-context.ts';
import { apiError } from '#server/http/api-error.ts';
import { updateOpenedTrader } from './traders.repository.ts';

const validForMs = 7 * dayMs;
const signatureBytes = 16;

/**
 * The click id of a user's referral link: whose link it was, signed and valid for a week, in the 48
 * characters that a partner's tracking accepts.
 */
export function signLinkState(ctx: TradersContext, userId: string): string {
  const content = Buffer.alloc(20);
  content.write(userId.replaceAll('-', ''), 'hex');
  content.writeUInt32BE(Math.floor((ctx.clock.now() + validForMs) / 1000), 16);
  return Buffer.concat([content, computeSignature(ctx, content)]).toString('base64url');
}

/** The user's id; null: not signed by us, or expired. */
function readLinkState(ctx: TradersContext, state: string): string | null {
  const bytes = Buffer.from(state, 'base64url');
  if (bytes.length !== 20 + signatureBytes) return null;
  const content = bytes.subarray(0, 20);
  if (!timingSafeEqual(bytes.subarray(20), computeSignature(ctx, content))) return null;
  if (content.readUInt32BE(16) * 1000 <= ctx.clock.now()) return null;
  return content.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function computeSignature({ config }: TradersContext, content: Buffer): Buffer {
  const key = createHmac('sha256', config.secret).update('referral link').digest();
  return createHmac('sha256', key).update(content).digest().subarray(0, signatureBytes);
}

/**
 * The broker's server reports an account that was opened through the link of one of our users: it
 * is that user's own. Only the broker knows the key.
 */
export async function recordRegistration(
  ctx: TradersContext,
  { key, traderId, state }: { readonly key: string; readonly traderId: string; readonly state: string },
): Promise<void> {
  if (ctx.postbackKey === null || !isSame(key, ctx.postbackKey)) throw apiError('forbidden');
  const userId = readLinkState(ctx, state);
  // Somebody else's link, or an expired one: repeating the report would not change that.
  if (userId === null) return;
  await updateOpenedTrader(ctx.db, userId, traderId);
  ctx.accounts.invalidateUser(userId);
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(computeDigest(a), computeDigest(b));

const computeDigest = (text: string): Buffer => createHash('sha256').update(text).digest();
