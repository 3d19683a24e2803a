import { createHash, randomBytes } from 'node:crypto';
import { minuteMs } from '#domain/time.ts';

export const codeHoldsMs = 10 * minuteMs;

/** 128 random bits in the letters that Telegram allows in a link. */
export const newCode = (): string => randomBytes(16).toString('base64url');

/** A copy of the table links no chat. */
export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest();
