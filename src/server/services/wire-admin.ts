import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createAdminOnly } from '../modules/accounts/admin-only.ts';
import { adminUsersModule } from '../modules/accounts/admin-users.routes.ts';
import { createChangeUser } from '../modules/accounts/change-user.ts';
import type { Accounts } from '../modules/accounts/create-accounts.ts';
import { createEndUserSessions } from '../modules/accounts/end-user-sessions.ts';
import { createIsInternal } from '../modules/accounts/internal-accounts.ts';
import { createListUsers } from '../modules/accounts/list-users.ts';
import { auditModule } from '../modules/audit/audit.routes.ts';
import { createReadAudit } from '../modules/audit/read-audit.ts';
import { outboxModule } from '../modules/mail/outbox.routes.ts';
import { createReadOutbox } from '../modules/mail/read-outbox.ts';
import { createRetryMail } from '../modules/mail/retry-mail.ts';
import { createWireAdminUser } from '../modules/accounts/wire-admin-user.ts';

interface Needs extends Pick<Accounts, 'sessions' | 'signedIn' | 'wireUser'> {
  readonly config: Pick<Config, 'access' | 'adminEmails' | 'internalEmails'>;
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  /** The wall's. */
  readonly clock: Clock;
}

/** What administrators see and do beyond one signal: people, the market's and the machine's state, mails, their own log. */
export function wireAdmin(needs: Needs): { readonly modules: readonly FastifyPluginAsyncZod[] } {
  const { config } = needs;
  const adminOnly = createAdminOnly(needs);
  const isNamedAdmin = (email: string): boolean => config.adminEmails.includes(email.toLowerCase());
  const wireAdminUser = createWireAdminUser({ ...needs, isNamedAdmin, isInternal: createIsInternal(config) });
  const ofUsers = { ...needs, ...config, ...config.access, isNamedAdmin, wireAdminUser };
  return {
    modules: [
      adminUsersModule({
        adminOnly,
        listUsers: createListUsers(ofUsers),
        changeUser: createChangeUser(ofUsers),
        endUserSessions: createEndUserSessions(needs),
      }),
      outboxModule({ adminOnly, readOutbox: createReadOutbox(needs.db), retryMail: createRetryMail(needs) }),
      auditModule({ adminOnly, readAudit: createReadAudit(needs.db) }),
    ],
  };
}
