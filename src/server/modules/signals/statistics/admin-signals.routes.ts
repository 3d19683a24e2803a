import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AllSignals, AllSignalsQuery, adminSignalPaths, SignalFile } from '#contract/admin/signals.ts';
import { signalPaths } from '#contract/paths.ts';
import { VoidSignalBody } from '#contract/signals.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { Statistics } from './create-statistics.ts';

const params = z.object({ id: z.string() });

export const adminSignalsRoutes =
  ({
    adminOnly,
    recentlyConfirmed,
    listAllSignals,
    readSignalFile,
    voidSignal,
  }: Statistics['administration']): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'admin');
    guardRoutes(app, 'onRequest', ...adminOnly);

    app.get(
      adminSignalPaths.signals,
      {
        schema: {
          summary: 'Signals of everybody, in the order of the record; those of one user: audited',
          querystring: AllSignalsQuery,
          response: { 200: AllSignals },
        },
        config: { errors: ['user_not_found'] },
      },
      (request) => listAllSignals(getUser(request).id, request.query),
    );

    app.get(
      adminSignalPaths.signal,
      {
        schema: {
          summary: 'All that is known of a signal, its user and its prices: audited',
          params,
          response: { 200: SignalFile },
        },
        config: { errors: ['signal_not_found'] },
      },
      (request) => readSignalFile(getUser(request).id, request.params.id),
    );

    app.delete(
      signalPaths.voidSignal,
      {
        config: { errors: ['signal_not_found', 'signal_expired'] },
        onRequest: recentlyConfirmed,
        schema: {
          summary: 'Void a signal without an outcome, with a reason: audited, and never erased from the record',
          params,
          body: VoidSignalBody,
          response: { 204: z.null() },
        },
      },
      (request, reply) =>
        noContent(reply, voidSignal({ adminId: getUser(request).id, signalId: request.params.id, ...request.body })),
    );
  };
