import { adminUserEndpoints } from '#contract/admin/users.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { type AccountsApi, getUser } from '../accounts.api.ts';
import { mailPasswordLink } from '../sign-in/reset-password.ts';
import { changeUser, endUserSessions, listUsers } from './administer-users.ts';

export const adminUsersRoutes = (ctx: AccountsContext, guards: AccountsApi['guards']) =>
  serveEndpoints(adminUserEndpoints, guards, {
    'GET /api/admin/users': (request) => listUsers(ctx, request.query),
    'PATCH /api/admin/users/:id': (request) =>
      changeUser(ctx, { adminId: getUser(request).id, userId: request.params.id, change: request.body }),
    'DELETE /api/admin/users/:id/sessions': (request) =>
      endUserSessions(ctx, { adminId: getUser(request).id, userId: request.params.id }),
    'POST /api/admin/users/:id/password-mail': (request) =>
      mailPasswordLink(ctx, { adminId: getUser(request).id, userId: request.params.id }),
  });
