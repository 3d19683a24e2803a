import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#domain/time.ts';
import type { TradersContext } from './traders-context.ts';

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
export function readLinkState(ctx: TradersContext, state: string): string | null {
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
