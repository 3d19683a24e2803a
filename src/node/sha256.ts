import { createHash } from 'node:crypto';
import type { Sha256 } from '#record/hash.ts';

export const sha256: Sha256 = (...parts) =>
  parts.reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(part), createHash('sha256')).digest();
