import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import type { Guard } from '../modules/accounts/signed-in.ts';
import { type CarriedStops, createCarriedStops } from '../modules/limits/carried-stops.ts';
import { limitsModule } from '../modules/limits/limits.routes.ts';
import { createOwnLimitsService, type OwnLimitsService } from '../modules/limits/own-limits.ts';

interface Needs {
  readonly config: Pick<Config, 'tradingHours'>;
  readonly db: Database;
  readonly signedIn: Guard;
  readonly marketClock: Clock;
}

interface StopNeeds extends Pick<Needs, 'marketClock'> {
  readonly config: Pick<Config, 'tradingHours' | 'secret'>;
}

interface Limits {
  readonly requireGoingOn: OwnLimitsService['requireGoingOn'];
  /** Its routes, once there is something that stops automatic signals. */
  moduleWith(stopSession: (userId: string) => Promise<void>): FastifyPluginAsyncZod;
}

/** Where the operator names no working hours, the day of a limit is that of most traders. */
const usualTimezone = 'Europe/Kyiv';

/** What zone the days of limits are counted in. */
export const limitTimezone = ({ tradingHours }: Needs['config']): string =>
  tradingHours.window?.timezone ?? usualTimezone;

/** Stops that go on holding when an account is deleted and made anew. */
export const composeCarriedStops = ({ config, marketClock }: StopNeeds): CarriedStops =>
  createCarriedStops({ secret: config.secret, clock: marketClock, timezone: limitTimezone(config) });

/** What traders allow themselves in a day; asked before every signal. */
export function composeLimits({ config, db, signedIn, marketClock }: Needs): Limits {
  const limits = createOwnLimitsService({ db, clock: marketClock, timezone: limitTimezone(config) });
  return {
    requireGoingOn: limits.requireGoingOn,
    moduleWith: (stopSession) => limitsModule({ signedIn, limits, stopSession }),
  };
}
