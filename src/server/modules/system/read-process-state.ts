import { desc } from 'drizzle-orm';
import type { ProcessState } from '#contract/health.ts';
import type { Config } from '#server/config.ts';
import type { Leader } from '#server/database/leader.ts';
import { leaderTerms } from '#server/database/tables/leader-tables.ts';
import { getDelay, type MarketView } from '#server/live/market-view.ts';
import type { EventsApi } from '#server/modules/events/events.api.ts';
import type { Platform } from '#server/start/platform.ts';

export interface ReadProcessStateDependencies {
  readonly config: Pick<Config, 'role'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'marketClock'> & {
    readonly leader: Pick<Leader, 'isLeading'>;
    readonly market: Pick<MarketView, 'age' | 'feed' | 'lastTick'>;
  };
  readonly events: Pick<EventsApi, 'streamLagMs'>;
}

/** What this process is among others; the leader is null while the database does not answer. */
export const createReadProcessState =
  ({ config, platform, events }: ReadProcessStateDependencies) =>
  async (): Promise<ProcessState> => {
    const { db, leader, market, clock, marketClock } = platform;
    const terms = await db
      .select({ term: leaderTerms.term, startedAt: leaderTerms.startedAt })
      .from(leaderTerms)
      .orderBy(desc(leaderTerms.term))
      .limit(1)
      .catch(() => []);
    const [newest] = terms;
    return {
      role: config.role,
      leader: newest
        ? { leading: leader.isLeading(), term: newest.term, ageMs: clock.now() - newest.startedAt.getTime() }
        : null,
      boardAgeMs: roundedOrNull(market.age()),
      priceAgeMs: roundedOrNull(getDelay(market, marketClock.now())),
      streamLagMs: events.streamLagMs(),
    };
  };

const roundedOrNull = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));
