import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ChangeLimitsBody, limitPaths, LimitsAnswer } from '#contract/limits.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import type { OwnLimitsService } from './own-limits.ts';

interface LimitsRoutesDependencies {
  readonly signedIn: Guard;
  readonly limits: OwnLimitsService;
  readonly notifyStopped: (userId: string) => Promise<void>;
}

/** The daily limits that a trader sets for themselves. */
export const limitsRoutes =
  ({ signedIn, limits, notifyStopped }: LimitsRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'limits');
    guardRoutes(app, 'preValidation', signedIn);

    app.get(
      limitPaths.limits,
      { schema: { summary: 'My limits and what the day has brought', response: { 200: LimitsAnswer } } },
      (request) => limits.read(getUser(request).id),
    );

    app.put(
      limitPaths.limits,
      {
        schema: {
          summary: 'Change my limits: tightening acts at once, loosening from the next day on',
          body: ChangeLimitsBody,
          response: { 200: LimitsAnswer },
        },
      },
      (request) => {
        const { lang: _, ...wanted } = request.body;
        return limits.change(getUser(request).id, wanted);
      },
    );

    app.post(
      limitPaths.stop,
      { schema: { summary: 'No signals until the day ends; nothing takes it back', response: { 200: LimitsAnswer } } },
      async (request) => {
        const { id } = getUser(request);
        const answer = await limits.stopToday(id);
        await notifyStopped(id);
        return answer;
      },
    );
  };
