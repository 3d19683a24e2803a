import { createHash } from 'node:crypto';
import type { HashText } from '#domain/contest/contest-draw.ts';

export const hashText: HashText = async (text) => createHash('sha256').update(text).digest('hex');
