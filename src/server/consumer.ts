import type { ConsumerBacklog } from '#contract/admin-system.ts';
import type { ConsumerName } from '#contract/health.ts';

type Backlog = Omit<ConsumerBacklog, 'name'>;

/** What takes from the database what others stored there, in whichever process. */
export interface Consumer {
  readonly name: ConsumerName;
  readonly readBacklog: () => Promise<Backlog>;
}

/** `oldest`: when the oldest entry became due; `now`: milliseconds of the same clock. */
export const backlogOf = ({ waiting, oldest }: { waiting: number; oldest: Date | null }, now: number): Backlog => ({
  waiting,
  lagMs: oldest === null ? 0 : Math.max(0, now - oldest.getTime()),
});
