import type pg from 'pg';
import type { WallClock } from '#domain/time.ts';
import { NotStated, type WatchedBroker } from './broker.ts';

interface ManualBrokerDependencies {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly clock: WallClock;
  /** For how long a stated balance counts. */
  readonly holdsMs: number;
}

interface StatedTrader {
  readonly balance: number;
  readonly registeredAt: number | null;
  readonly statedAt: number;
  readonly isSelfExcluded: boolean;
}

/** Lists have no column for self-exclusion, so one that an interface reported before stands. */
const statedTrader = `
  select balance::float8 as balance, (extract(epoch from registered_at) * 1000)::float8 as "registeredAt",
    (extract(epoch from stated_at) * 1000)::float8 as "statedAt",
    exists (select from users where referral_id = trader_id and is_self_excluded) as "isSelfExcluded"
  from stated_traders where trader_id = $1`;

/** A partner programme without an interface: answers what its lists and administrators stated. */
export const createManualBroker = ({ pool, clock, holdsMs }: ManualBrokerDependencies): WatchedBroker => ({
  findTrader: async (id) => {
    const { rows } = await pool.query<StatedTrader>(statedTrader, [id]);
    const [stated] = rows;
    if (!stated) throw new NotStated();
    const { balance, statedAt: answeredAt, ...known } = stated;
    const isOld = clock.now() - answeredAt > holdsMs;
    return { id, ...known, balance: isOld ? null : balance, netTurnover: null, commission: null, answeredAt };
  },
  state: async () => {
    const { rows } = await pool.query<{ holds: boolean }>(newestHolds, [new Date(clock.now() - holdsMs)]);
    return rows[0]?.holds ? 'ok' : 'degraded';
  },
});

/** Without a confirmed trader no balance is missed; one that an interface reported before may still count. */
const newestHolds = `
  select exists (select from stated_traders where stated_at >= $1)
    or exists (select from users where referral_id is not null and balance_checked_at >= $1)
    or not exists (select from users where referral_id is not null) as holds`;
