import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { deleteSettledBefore } from './shadow-minutes.repository.ts';

const daysKept = 7;

/** Marks of minutes that nobody will state again; the record keeps what was said. */
export const createForgetMinutes =
  ({ db, clock }: { readonly db: Database; readonly clock: Clock }) =>
  (): Promise<void> =>
    deleteSettledBefore(db, new Date(clock.now() - daysKept * 86_400_000));
