import type { Attempts } from '#server/database/attempts.ts';

/** Ten questions to the broker a user and hour: enough for a person, too few to try other people's ids. */
export type CountTraderCheck = (userId: string) => Promise<void>;

const limit = { max: 10, windowMs: 3_600_000 };

export const createCountTraderCheck =
  (attempts: Pick<Attempts, 'take'>): CountTraderCheck =>
  (userId) =>
    attempts.take('trader-check', userId, limit);
