import { createHmac } from 'node:crypto';
import type { SecretConfig } from './seal-text.ts';

export type KeyedHash = (text: string) => string;

/**
 * Hash under SECRET of what identifies a person: there are so few addresses that a bare hash of one is
 * found by trying all of them.
 */
export function keyedHash({ secret }: SecretConfig, purpose: 'attempts' | 'rate limits'): KeyedHash {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
