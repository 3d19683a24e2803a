import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { dayStopPaths, Today } from '#contract/day-stop.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { DayStop } from './day-stop.ts';

interface DayStopRoutesDependencies {
  readonly signedIn: Guard;
  readonly dayStop: DayStop;
  readonly notifyStopped: (userId: string) => Promise<void>;
}

export const dayStopRoutes =
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
