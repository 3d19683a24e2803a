import type { ServerModule } from '#server/start/server-module.ts';
import type { AccountsApi } from './accounts.api.ts';
import { accountsRoutes, activationRoutes, captchaRoutes, passwordResetRoutes } from './accounts.routes.ts';
import { adminUsersRoutes } from './administration/admin-users.routes.ts';
import type { AccountsDependencies } from './account-parts.ts';
import { type Accounts, createAccounts } from './create-accounts.ts';
import { emailChangeRoutes, ownDataRoutes, ownSessionsRoutes, secondFactorRoutes } from './own-account.routes.ts';

/** Accounts: registration, login sessions, own data, and their administration. */
export function createAccountsModule(
  dependencies: AccountsDependencies,
): ServerModule<AccountsApi> & Pick<Accounts, 'adminLinks'> {
  const accounts = createAccounts(dependencies);
  return {
    routes: [
      accountsRoutes(accounts),
      activationRoutes(accounts),
      passwordResetRoutes(accounts),
      emailChangeRoutes(accounts),
      ownSessionsRoutes(accounts),
      ownDataRoutes(accounts),
      captchaRoutes(accounts),
      secondFactorRoutes(accounts),
      adminUsersRoutes(accounts),
    ],
    api: accounts.api,
    adminLinks: accounts.adminLinks,
    components: [{ name: 'accounts', start: () => undefined, stop: accounts.idle }],
  };
}
