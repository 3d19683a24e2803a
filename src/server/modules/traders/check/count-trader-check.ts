import type { Attempts } from '#server/database/attempts.ts';
import { hourMs } from '#domain/time.ts';

/**
 * Ten broker queries per user and hour: enough for normal use, too few to probe other traders' ids.
 */
export type CountTraderCheck = (userId: string) => Promise<void>;

const limit = { max: 10, windowMs: hourMs };

export const createCountTraderCheck =
  (attempts: Pick<Attempts, 'take'>): CountTraderCheck =>
  (userId) =>
    attempts.take('trader-check', userId, limit);
