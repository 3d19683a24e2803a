import type { FastifyRequest } from 'fastify';
import { adminUserEndpoints } from '#contract/admin/users.ts';
import { toInstant } from '#contract/wire.ts';
import { asksForCsv, sendCsv } from '#server/http/csv.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { type AccountsApi, getUser } from '../accounts.api.ts';
import { sendOwnData } from '../own-data/export-own-data.ts';
import {
  changeUser,
  endUserSessions,
  eraseUser,
  exportDataOfUser,
  exportUsers,
  listUsers,
  mailUserLink,
  type OnUser,
  readUser,
} from './administer-users.ts';
import { listUserEvents } from './user-events.ts';

export const adminUsersRoutes = (ctx: AccountsContext, guards: AccountsApi['guards']) =>
  serveEndpoints(adminUserEndpoints, guards, {
    'GET /api/admin/users': async (request, reply) => {
      reply.header('vary', 'accept');
      if (!asksForCsv(request)) return listUsers(ctx, request.query);
      await guards.recentlyConfirmed(request, reply);
      const day = toInstant(ctx.clock.now()).slice(0, 10);
      return sendCsv(reply, `users-${day}.csv`, await exportUsers(ctx, getUser(request).id, request.query));
    },
    'GET /api/admin/users/:id': (request) => readUser(ctx, request.params.id),
    'GET /api/admin/users/:id/events': (request) => listUserEvents(ctx, toSubject(request), request.query),
    'GET /api/admin/users/:id/export': async (request, reply) =>
      sendOwnData(reply, 'user-data', await exportDataOfUser(ctx, toSubject(request))),
    'POST /api/admin/users/:id/erase': (request) =>
      eraseUser(ctx, { ...toSubject(request), reason: request.body.reason }),
    'POST /api/admin/users/:id/activation-mail': (request) => mailUserLink(ctx, toSubject(request), 'activation'),
    'PATCH /api/admin/users/:id': (request) => changeUser(ctx, { ...toSubject(request), change: request.body }),
    'DELETE /api/admin/users/:id/sessions': (request) => endUserSessions(ctx, toSubject(request)),
    'POST /api/admin/users/:id/password-mail': (request) => mailUserLink(ctx, toSubject(request), 'reset'),
  });

const toSubject = (request: FastifyRequest<{ Params: { id: string } }>): OnUser => ({
  adminId: getUser(request).id,
  userId: request.params.id,
});
