import type { Config } from '#server/config.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { DayStopApi } from './day-stop.api.ts';
import { createDayStop, type DayStop } from './day-stop.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { dayStopPaths, Today } from '#contract/day-stop.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';

interface DayStopModuleDependencies {
  readonly config: { readonly site: Pick<Config['site'], 'timezone'> };
  readonly platform: Pick<Platform, 'db' | 'marketClock'>;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
}

/** A trader stops signals for the rest of the day, which is checked before every signal. */
export function createDayStopModule({
  platform: { db, marketClock: clock },
  config,
  accounts,
}: DayStopModuleDependencies): ServerModule<DayStopApi> {
  const { timezone } = config.site;
  const dayStop = createDayStop({ db, clock, timezone });
  const listeners: ((userId: string) => Promise<void>)[] = [];
  const notifyStopped = async (userId: string): Promise<void> => {
    for (const listener of listeners) await listener(userId);
  };
  const { assertNotStopped, listStopped } = dayStop;
  return {
    routes: [dayStopRoutes({ signedIn: accounts.signedIn, dayStop, notifyStopped })],
    api: { timezone, assertNotStopped, listStopped, onStopped: (listener) => void listeners.push(listener) },
    components: [],
  };
}

interface DayStopRoutesDependencies {
  readonly signedIn: Guard;
  readonly dayStop: DayStop;
  readonly notifyStopped: (userId: string) => Promise<void>;
}

const dayStopRoutes =
  ({ signedIn, dayStop, notifyStopped }: DayStopRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'preValidation', signedIn);

    app.get(dayStopPaths.today, { schema: { response: { 200: Today } } }, (request) =>
      dayStop.read(getUser(request).id),
    );

    app.post(dayStopPaths.stop, { schema: { response: { 200: Today } } }, async (request) => {
      const { id } = getUser(request);
      const answer = await dayStop.stop(id);
      await notifyStopped(id);
      return answer;
    });
  };
