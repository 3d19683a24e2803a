import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AdminUser, AdminUsers, adminUserPaths, UserChange, UsersQuery } from '#contract/admin/users.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';
import { getUser } from '../accounts.api.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { adminOnly } from '../sessions/signed-in.ts';
import { mailPasswordLink } from '../sign-in/reset-password.ts';
import { changeUser, endUserSessions, listUsers } from './administer-users.ts';

const params = z.object({ id: z.string() });

export const adminUsersRoutes =
  (ctx: AccountsContext): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', ...adminOnly(ctx));

    app.get(adminUserPaths.users, { schema: { querystring: UsersQuery, response: { 200: AdminUsers } } }, (request) =>
      listUsers(ctx, request.query),
    );

    app.patch(
      adminUserPaths.user,
      {
        config: {
          errors: ['user_not_found', 'own_account', 'role_configured', 'user_not_activated', 'password_not_proven'],
        },
        schema: { params, body: UserChange, response: { 200: AdminUser } },
      },
      (request) => changeUser(ctx, { adminId: getUser(request).id, userId: request.params.id, change: request.body }),
    );

    app.delete(
      adminUserPaths.sessions,
      {
        config: { errors: ['user_not_found'] },
        schema: { params, response: { 204: z.null() } },
      },
      (request, reply) =>
        noContent(reply, endUserSessions(ctx, { adminId: getUser(request).id, userId: request.params.id })),
    );

    app.post(
      adminUserPaths.passwordMail,
      { schema: { params, response: { 204: z.null() } }, config: { errors: ['user_not_found'] } },
      (request, reply) =>
        noContent(reply, mailPasswordLink(ctx, { adminId: getUser(request).id, userId: request.params.id })),
    );
  };
