import type { Attempts } from '#server/database/attempts.ts';
import { hourMs } from '#domain/time.ts';

/** Ten questions to the broker a user and hour: enough for a person, too few to try other people's ids. */
export type CountTraderCheck = (userId: string) => Promise<void>;

const limit = { max: 10, windowMs: hourMs };

export const createCountTraderCheck =
  (attempts: Pick<Attempts, 'take'>): CountTraderCheck =>
  (userId) =>
    attempts.take('trader-check', userId, limit);
