import type { FastifyBaseLogger } from 'fastify';
import type { WallClock } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { Database } from '#server/database/connection.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { Places } from '#server/integrations/places/places.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { AccountsApi, User } from '#server/modules/accounts/accounts.api.ts';
import type { PricesApi } from '#server/modules/prices/prices.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import type { EventsApi } from './events.api.ts';
import { eventsRoutes } from './events.routes.ts';
import { createOpenStream } from './open-stream.ts';
import { listEventsBeyond, type OutboxQuestion, readOutbox } from './user-events.repository.ts';

interface EventsModuleDependencies {
  readonly config: Pick<Config, 'feed' | 'publicUrl'>;
  readonly platform: Platform;
  readonly places: Places;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'listUsers' | 'listEndedSessions' | 'onSessionEnd'>;
  readonly traders: Pick<TradersApi, 'mayReadPrices'>;
  readonly prices: PricesApi;
}

/** The streams of prices, signals and results. */
export function createEventsModule({
  platform: {
    db,
    clock,
    scheduler: { after },
    bus,
    log,
  },
  config,
  places,
  accounts: { signedIn, listUsers, listEndedSessions, onSessionEnd },
  traders: { mayReadPrices },
  prices: { onPrice, readWorkingStats },
}: EventsModuleDependencies): ServerModule<EventsApi> {
  const hub = createEventHub({ bus, pricePeriodMs: pricePeriodMs(config), after, log });
  onPrice(hub.offerPrice);
  onSessionEnd(hub.endSession);
  const priceAccess = watchPriceAccess({ hub, bus, listUsers, mayReadPrices, after, log });
  const catchUp = createOutboxCatchUp({ db, bus, hub, listEndedSessions, clock, after, log });
  // One reading at a time for all streams that open meanwhile: thousands return after a restart.
  const readInGroups = groupCalls({ call: (group: readonly OutboxQuestion[]) => readOutbox(db, group) });
  const openStream = createOpenStream({ readOutbox: readInGroups, hub, readWorkingStats });
  const { publicUrl } = config;
  return {
    routes: [
      eventsRoutes({
        openStream,
        hub,
        places,
        signedIn,
        mayReadPrices,
        publicUrl,
      }),
    ],
    api: { openStream, streamCount: hub.streamCount, streamLagMs: catchUp.lagMs },
    components: [
      // The hub ends its streams when the HTTP server closes.
      { name: 'events', duty: 'serve', start: hub.start, stop: () => undefined },
      { name: 'outbox catch-up', duty: 'serve', start: catchUp.start, stop: catchUp.stop },
      { name: 'price access', duty: 'serve', start: priceAccess.start, stop: priceAccess.stop },
    ],
  };
}

/**
 * Screens show one price per second and pair; a faster replay gets a proportionally shorter period.
 */
const pricePeriodMs = ({ feed }: Pick<Config, 'feed'>): number =>
  Math.min(1_000, Math.max(100, 1_000 / getMarketSpeed(feed)));

interface OutboxCatchUpDependencies {
  readonly db: Database;
  readonly bus: Pick<Bus, 'isUp' | 'onReturn'>;
  readonly hub: Pick<EventHub, 'positions' | 'isBehind' | 'catchUp' | 'sessionIds' | 'endSession'>;
  readonly listEndedSessions: (ids: readonly string[]) => Promise<string[]>;
  /** Events are dated by it. */
  readonly clock: WallClock;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const catchUpEveryMs = 1_000;
/** A process may die between its commit and its message, and a message may be lost unnoticed. */
const everyWhileUpMs = 10_000;

export interface OutboxCatchUp extends Repeating {
  /** Age of the oldest event that was missed at the last reading; null: it failed, or there are no streams. */
  lagMs(): number | null;
}

/**
 * Streams receive from the outbox what the bus did not deliver, and end with their login sessions
 * by the database: each second while the bus is away or a stream lacks an event from before one that
 * it was offered, when the bus returns, and now and then.
 */
export function createOutboxCatchUp({
  db,
  bus,
  hub,
  listEndedSessions,
  clock,
  after,
  log,
}: OutboxCatchUpDependencies): OutboxCatchUp {
  let waitedMs = 0;
  let lagMs: number | null = null;
  bus.onReturn(() => (waitedMs = everyWhileUpMs));

  const deliverMissed = async (): Promise<void> => {
    const positions = hub.positions();
    if (positions.size === 0) {
      lagMs = null;
      return;
    }
    const missed = await listEventsBeyond(db, positions);
    lagMs = Math.max(0, ...missed.map(({ at }) => clock.now() - at.getTime()));
    const previousIds = new Map(positions);
    for (const event of missed) {
      hub.catchUp({ ...event, previousId: previousIds.get(event.userId) ?? 0 });
      previousIds.set(event.userId, event.id);
    }
    for (const sessionId of await listEndedSessions([...hub.sessionIds()])) hub.endSession(sessionId);
  };
  const catchUp = async (): Promise<void> => {
    waitedMs += catchUpEveryMs;
    if (bus.isUp() && !hub.isBehind() && waitedMs < everyWhileUpMs) return;
    // A return during the reading asks for another one.
    waitedMs = 0;
    try {
      await deliverMissed();
    } catch (error) {
      waitedMs = everyWhileUpMs;
      lagMs = null;
      throw error;
    }
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'streams could not catch up; trying again');
  return { ...repeat({ everyMs: catchUpEveryMs, task: catchUp, onError, after }), lagMs: () => lagMs };
}

interface WatchPriceAccessDependencies {
  readonly hub: Pick<EventHub, 'positions' | 'hasStreams' | 'updatePriceAccess'>;
  readonly bus: Pick<Bus, 'onNotice'>;
  readonly listUsers: (ids: readonly string[]) => Promise<User[]>;
  readonly mayReadPrices: (user: User) => boolean;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const accessEveryMs = 3_000;

/**
 * Reads price access again when any process says that a user has changed, and every three seconds,
 * because a notice may be lost and a balance expires.
 */
export function watchPriceAccess({
  hub,
  bus,
  listUsers,
  mayReadPrices,
  after,
  log,
}: WatchPriceAccessDependencies): Repeating {
  const update = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const users = new Map((await listUsers(ids)).map((user) => [user.id, user]));
    hub.updatePriceAccess(
      new Map(
        ids.map((id) => {
          const user = users.get(id);
          return [id, user !== undefined && mayReadPrices(user)];
        }),
      ),
    );
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'reloading price access failed; retrying');
  bus.onNotice('user_changed', (id) => {
    if (hub.hasStreams(id)) update([id]).catch(onError);
  });
  return repeat({ everyMs: accessEveryMs, task: () => update([...hub.positions().keys()]), onError, after });
}
