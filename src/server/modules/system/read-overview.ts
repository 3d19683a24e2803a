import type { AdminOverview } from '#contract/admin-system.ts';
import type { Clock } from '#domain/clock.ts';
import { type Outcome, voidReasons } from '#domain/signals/outcome.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import type { Database } from '#server/database/connection.ts';
import { countUsers } from '#server/modules/accounts/count-users.ts';
import { groupSignalsSince } from '#server/modules/signals/count-signals.ts';

export type ReadOverview = () => Promise<AdminOverview>;

interface Needs {
  readonly db: Database;
  readonly minBalance: number;
  /** Lower case. */
  readonly internalEmails: readonly string[];
  readonly timezone: string;
  /** Wall clock, for dates of users. */
  readonly clock: Clock;
  /** Market clock, for signals. */
  readonly marketClock: Clock;
}

export const createReadOverview =
  (needs: Needs): ReadOverview =>
  async () => {
    const { db, clock, marketClock, timezone } = needs;
    const today = (time: number): Date => new Date(startOfDay(time, timezone));
    const [users, groups] = await Promise.all([
      countUsers(db, { ...needs, since: today(clock.now()) }),
      groupSignalsSince(db, today(marketClock.now())),
    ]);
    return { users, signals: signalsOf(groups) };
  };

type Groups = Awaited<ReturnType<typeof groupSignalsSince>>;

function signalsOf(groups: Groups): AdminOverview['signals'] {
  const countOf = (result: Outcome | null): number => sumOf(groups.filter((group) => group.result === result));
  return {
    today: sumOf(groups),
    open: countOf(null),
    successful: countOf('successful'),
    neutral: countOf('neutral'),
    unsuccessful: countOf('unsuccessful'),
    void: countOf('void'),
    voidReasons: voidReasons
      .map((reason) => ({ reason, count: sumOf(groups.filter((group) => group.reason === reason)) }))
      .filter(({ count }) => count > 0),
  };
}

const sumOf = (groups: Groups): number => groups.reduce((sum, { count }) => sum + count, 0);
