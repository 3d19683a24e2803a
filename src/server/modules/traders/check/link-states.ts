import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WallClock } from '#domain/clock.ts';
import { dayMs } from '#domain/time.ts';

const validForMs = 7 * dayMs;
const signatureBytes = 16;

/**
 * The click id of a user's referral link: whose link it was, signed and valid for a week, in the 48
 * characters that a partner's tracking accepts.
 */
export function createLinkStates({ secret, clock }: { secret: string; clock: WallClock }) {
  const key = createHmac('sha256', secret).update('referral link').digest();
  const computeSignature = (content: Buffer): Buffer =>
    createHmac('sha256', key).update(content).digest().subarray(0, signatureBytes);

  return {
    sign: (userId: string): string => {
      const content = Buffer.alloc(20);
      content.write(userId.replaceAll('-', ''), 'hex');
      content.writeUInt32BE(Math.floor((clock.now() + validForMs) / 1000), 16);
      return Buffer.concat([content, computeSignature(content)]).toString('base64url');
    },
    /** Null: not signed by us, or expired. */
    read: (state: string): string | null => {
      const bytes = Buffer.from(state, 'base64url');
      if (bytes.length !== 20 + signatureBytes) return null;
      const content = bytes.subarray(0, 20);
      if (!timingSafeEqual(bytes.subarray(20), computeSignature(content))) return null;
      if (content.readUInt32BE(16) * 1000 <= clock.now()) return null;
      return content.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}
