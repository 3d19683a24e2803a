import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { type AccountsContext, untilIdle } from './accounts-context.ts';
import { type AccountsApi, toUser } from './accounts.api.ts';
import { findUser, listOpenAmong, listUsers } from './accounts.repository.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { adminUsersRoutes } from './administration/admin-users.routes.ts';
import { countUsers } from './administration/count-users.ts';
import { ownDataRoutes, secondFactorRoutes } from './own-account.routes.ts';
import { invalidateUser } from './sessions/sessions.ts';
import {
  adminOnly,
  getSecondFactor,
  provenPassword,
  recentlyConfirmed,
  signedIn,
  signedInOrWaiting,
  whoActs,
} from './sessions/signed-in.ts';
import { isAdmin, isInternal, isNamedAdmin, toUserDto } from './to-user-dto.ts';

/** Accounts: registration, login sessions, own data, and their administration. */
export function accountsModule(ctx: AccountsContext): ServerModule<AccountsApi> {
  const api = accountsApi(ctx);
  const { guards } = api;
  return {
    routes: [
      accountsRoutes(ctx, guards),
      ownDataRoutes(ctx, guards),
      secondFactorRoutes(ctx, guards),
      adminUsersRoutes(ctx, guards),
    ],
    api,
    components: [{ name: 'accounts', start: () => undefined, stop: () => untilIdle(ctx) }],
  };
}

export function accountsApi(ctx: AccountsContext): AccountsApi {
  const { db, bus } = ctx;
  const { internalEmails, access } = ctx.config;
  const guards = {
    sameOrigin: rejectForeignOrigin(ctx.config.publicUrl),
    signedIn: signedIn(ctx),
    signedInOrWaiting: signedInOrWaiting(ctx),
    admin: adminOnly(ctx),
    recentlyConfirmed: recentlyConfirmed(ctx),
    provenPassword,
  };
  return {
    guards,
    getSecondFactor: (session) => getSecondFactor(ctx, session),
    whoActs: (request) => whoActs(ctx, request),
    identify: async (request) => (await whoActs(ctx, request))?.user.id ?? null,
    toUserDto: (user) => toUserDto(ctx, user),
    isAdmin: (user) => isAdmin(ctx, user),
    isNamedAdmin: (email) => isNamedAdmin(ctx, email),
    isInternal: (email) => isInternal(ctx, email),
    findUser: async (id) => {
      const row = await findUser(db, id);
      return row && toUser(row);
    },
    listUsers: (ids) => listUsers(db, ids),
    countUsers: (since) => countUsers(db, { since, minBalance: access.minBalance, internalEmails }),
    invalidateUser: (userId) => invalidateUser(ctx, userId),
    listEndedSessions: async (ids) => {
      const open = new Set(await listOpenAmong(db, ids));
      return ids.filter((id) => !open.has(id));
    },
    onSessionEnd: (listener) => bus.onNotice('sessions_ended', (ids) => ids.forEach(listener)),
  };
}
