import { createHash } from 'node:crypto';
import type { Sha256Hex } from '#domain/contest/beacon-round.ts';

export const sha256Hex: Sha256Hex = async (data) => createHash('sha256').update(data).digest('hex');
