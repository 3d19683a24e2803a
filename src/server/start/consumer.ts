import type { ConsumerBacklog } from '#contract/admin/system.ts';
import type { ConsumerName } from '#contract/health.ts';

type Backlog = Omit<ConsumerBacklog, 'name'>;

/** What takes from the database what others stored there, in whichever process. */
export interface Consumer {
  readonly name: ConsumerName;
  readonly readBacklog: () => Promise<Backlog>;
}

/** Entries that are due, and since when the oldest one is. */
export interface Waiting {
  readonly waiting: number;
  readonly oldest: Date | null;
}

/** `now`: milliseconds of the clock by which entries become due. */
export const getBacklog = ({ waiting, oldest }: Waiting, now: number): Backlog => ({
  waiting,
  lagMs: oldest === null ? 0 : Math.max(0, now - oldest.getTime()),
});

export const nothingWaits: Waiting = { waiting: 0, oldest: null };
