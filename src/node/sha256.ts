import { createHash } from 'node:crypto';
import type { Sha256Hex } from '#domain/contest/beacon-round.ts';
import type { Sha256 } from '#record/hash.ts';

export const sha256: Sha256 = (...parts) =>
  parts.reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(part), createHash('sha256')).digest();

/** As the contest's draw takes it, which also runs in a browser. */
export const sha256Hex: Sha256Hex = async (data) => createHash('sha256').update(data).digest('hex');
