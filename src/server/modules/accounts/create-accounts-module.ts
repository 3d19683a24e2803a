import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import type { Captcha } from '#server/integrations/captcha/captcha.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { AccountsApi } from './accounts.api.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { activationRoutes } from './sign-in/activation.routes.ts';
import { adminUsersRoutes } from './administration/admin-users.routes.ts';
import { apiKeysRoutes } from './api-keys/api-keys.routes.ts';
import { captchaRoutes } from './sign-in/captcha.routes.ts';
import { createChangeUser } from './administration/change-user.ts';
import { createAccounts } from './create-accounts.ts';
import { createEndUserSessions } from './sessions/end-user-sessions.ts';
import { createListUsers } from './administration/list-users.ts';
import { emailChangeRoutes } from './email-change/email-change.routes.ts';
import { ownDataRoutes } from './own-data/own-data.routes.ts';
import { ownSessionsRoutes } from './sessions/own-sessions.routes.ts';
import { passwordResetRoutes } from './sign-in/password-reset.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { createToAdminUserDto } from './administration/to-admin-user-dto.ts';

interface AccountsModuleDependencies {
  readonly config: Pick<
    Config,
    'access' | 'adminEmails' | 'demo' | 'internalEmails' | 'publicUrl' | 'secret' | 'previousSecret'
  >;
  readonly platform: Platform;
  readonly captcha: Captcha;
  readonly mail: Pick<MailApi, 'queueMail' | 'findNewestMail' | 'hasMailbox'>;
}

/** Accounts: registration, login sessions, own data, and their administration. */
export function createAccountsModule({
  platform: { db, clock, bus, attempts, log },
  config,
  captcha,
  mail,
}: AccountsModuleDependencies): ServerModule<AccountsApi> & Pick<ReturnType<typeof createAccounts>, 'adminLinks'> {
  const { secret, previousSecret, publicUrl, adminEmails, internalEmails } = config;
  const { minBalance } = config.access;
  const { queueMail, findNewestMail, hasMailbox } = mail;
  const accounts = createAccounts({
    db,
    secret,
    previousSecret,
    publicUrl,
    clock,
    bus,
    captcha,
    attempts,
    queueMail,
    findNewestMail,
    hasMailbox,
    adminEmails,
    internalEmails,
    minBalance,
    adminsNeedFactor: !config.demo,
    log,
    pause: (ms) => pause(ms),
  });
  return {
    routes: [
      accountsRoutes(accounts),
      activationRoutes(accounts),
      passwordResetRoutes(accounts),
      emailChangeRoutes(accounts),
      ownSessionsRoutes(accounts),
      ownDataRoutes(accounts),
      apiKeysRoutes(accounts),
      captchaRoutes(accounts),
      secondFactorRoutes(accounts),
      createAdminUsersRoutes({ db, clock, accounts, minBalance, internalEmails }),
    ],
    api: accounts.api,
    adminLinks: accounts.adminLinks,
    components: [{ name: 'accounts', start: () => undefined, stop: accounts.idle }],
  };
}

interface AdminDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly accounts: Pick<ReturnType<typeof createAccounts>, 'api' | 'sessions' | 'mailPasswordLink'>;
  readonly minBalance: number;
  readonly internalEmails: readonly string[];
}

export function createAdminUsersRoutes({ db, clock, accounts, minBalance, internalEmails }: AdminDependencies) {
  const { api, sessions, mailPasswordLink } = accounts;
  const { adminOnly, recentlyConfirmed, toUserDto, isNamedAdmin, isInternal } = api;
  const toAdminUserDto = createToAdminUserDto({ toUserDto, isNamedAdmin, isInternal });
  return adminUsersRoutes({
    adminOnly,
    recentlyConfirmed,
    listUsers: createListUsers({ db, minBalance, internalEmails, toAdminUserDto }),
    changeUser: createChangeUser({ db, clock, sessions, minBalance, toUserDto, toAdminUserDto, isNamedAdmin }),
    endUserSessions: createEndUserSessions({ db, clock, sessions }),
    mailPasswordLink,
  });
}
