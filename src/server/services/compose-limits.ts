import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { Guard } from '#server/modules/accounts/accounts.api.ts';
import type { CarriedStops } from '#server/modules/limits/limits.api.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import { createCarriedStops } from '../modules/limits/carried-stops.ts';
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
  /** Creates the routes; takes the function that stops an auto-signal run. */
  moduleWith(stopAutoRun: (userId: string) => Promise<void>): FastifyPluginAsyncZod;
}

/** Default when the operator configures no working hours: the time zone of most traders. */
const usualTimezone = 'Europe/Kyiv';

/** Time zone in which the days of limits are counted. */
export const limitTimezone = ({ tradingHours }: Needs['config']): string =>
  tradingHours.window?.timezone ?? usualTimezone;

/** Stops that stay in force when an account is deleted and created again. */
export const composeCarriedStops = ({ config, marketClock }: StopNeeds): CarriedStops =>
  createCarriedStops({ secret: config.secret, clock: marketClock, timezone: limitTimezone(config) });

/** Composes the traders' own daily limits, which are checked before every signal. */
export function composeLimits({ config, db, signedIn, marketClock }: Needs): Limits {
  const limits = createOwnLimitsService({ db, clock: marketClock, timezone: limitTimezone(config) });
  return {
    requireGoingOn: limits.requireGoingOn,
    moduleWith: (stopAutoRun) => limitsModule({ signedIn, limits, stopAutoRun }),
  };
}
