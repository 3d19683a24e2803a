import type { AdminOverview } from '#contract/admin/system.ts';
import { type Outcome, voidReasons } from '#domain/signals/outcome.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { SignalGroup, SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';

export type ReadOverview = () => Promise<AdminOverview>;

interface ReadOverviewDependencies extends Pick<Platform, 'clock' | 'marketClock'> {
  readonly accounts: Pick<AccountsApi, 'countUsers'>;
  readonly signals: Pick<SignalsApi, 'groupSince'>;
  readonly timezone: string;
}

export const createReadOverview =
  (needs: ReadOverviewDependencies): ReadOverview =>
  async () => {
    const { accounts, clock, marketClock, timezone } = needs;
    const today = (time: number): Date => new Date(startOfDay(time, timezone));
    const [users, groups] = await Promise.all([
      accounts.countUsers(today(clock.now())),
      needs.signals.groupSince(today(marketClock.now())),
    ]);
    return { users, signals: toSignals(groups) };
  };

type Groups = readonly SignalGroup[];

function toSignals(groups: Groups): AdminOverview['signals'] {
  const getCount = (result: Outcome | null): number => sumUp(groups.filter((group) => group.result === result));
  return {
    today: sumUp(groups),
    open: getCount(null),
    successful: getCount('successful'),
    neutral: getCount('neutral'),
    unsuccessful: getCount('unsuccessful'),
    void: getCount('void'),
    voidReasons: voidReasons
      .map((reason) => ({ reason, count: sumUp(groups.filter((group) => group.reason === reason)) }))
      .filter(({ count }) => count > 0),
  };
}

const sumUp = (groups: Groups): number => groups.reduce((sum, { count }) => sum + count, 0);
