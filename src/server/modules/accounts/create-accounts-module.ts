import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { Config } from '#server/config.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { Captcha } from '#server/integrations/captcha/captcha.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
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

interface Needs {
  readonly config: Pick<Config, 'access' | 'adminEmails' | 'demo' | 'internalEmails' | 'publicUrl' | 'secret'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly captcha: Captcha;
  readonly attempts: Attempts;
  readonly mail: Pick<MailApi, 'queueMail' | 'findNewestMail' | 'hasMailbox'>;
  readonly log: FastifyBaseLogger;
}

/** Accounts: registration, login sessions, own data, and their administration. */
export function createAccountsModule({
  config,
  db,
  clock,
  bus,
  captcha,
  attempts,
  mail,
  log,
}: Needs): ServerModule<AccountsApi> & Pick<ReturnType<typeof createAccounts>, 'adminLinks'> {
  const { secret, publicUrl, adminEmails, internalEmails } = config;
  const { minBalance } = config.access;
  const { queueMail, findNewestMail, hasMailbox } = mail;
  const accounts = createAccounts({
    db,
    secret,
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

interface AdminNeeds extends Pick<Needs, 'db' | 'clock'> {
  readonly accounts: Pick<ReturnType<typeof createAccounts>, 'api' | 'sessions' | 'mailPasswordLink'>;
  readonly minBalance: number;
  readonly internalEmails: readonly string[];
}

export function createAdminUsersRoutes({ db, clock, accounts, minBalance, internalEmails }: AdminNeeds) {
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
