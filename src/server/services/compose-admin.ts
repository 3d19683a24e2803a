import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readFileSync } from 'node:fs';
import type { Clock } from '#domain/clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import type { WatchedBroker } from '../integrations/broker/broker.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createAdminOnly } from '../modules/accounts/admin-only.ts';
import { adminUsersModule } from '../modules/accounts/admin-users.routes.ts';
import { createChangeUser } from '../modules/accounts/change-user.ts';
import type { Accounts } from '../modules/accounts/create-accounts.ts';
import { createEndUserSessions } from '../modules/accounts/end-user-sessions.ts';
import { createIsInternal } from '../modules/accounts/internal-accounts.ts';
import { createListUsers } from '../modules/accounts/list-users.ts';
import { createToAdminUserDto } from '../modules/accounts/to-admin-user-dto.ts';
import { auditModule } from '../modules/audit/audit.routes.ts';
import { createReadAudit } from '../modules/audit/read-audit.ts';
import type { ReadinessCheck } from '../http/check-readiness.ts';
import { outboxModule } from '../modules/mail/outbox.routes.ts';
import { createReadOutbox } from '../modules/mail/read-outbox.ts';
import { createRetryMail } from '../modules/mail/retry-mail.ts';
import type { ReadModelHealth } from '../modules/models/model-health.ts';
import { modelsModule } from '../modules/models/models.routes.ts';
import type { WatchedEngine } from '../modules/system/read-feed-state.ts';
import { createReadOverview } from '../modules/system/read-overview.ts';
import { createReadSystem } from '../modules/system/read-system.ts';
import { systemModule } from '../modules/system/system.routes.ts';
import { limitTimezone } from './compose-limits.ts';

interface Needs extends Pick<Accounts, 'sessions' | 'signedIn' | 'toUserDto' | 'mailPasswordLink'> {
  readonly config: Pick<Config, 'access' | 'adminEmails' | 'internalEmails' | 'mail' | 'tradingHours'> & {
    readonly broker: { readonly kind: string };
  };
  readonly db: Database;
  readonly engine: WatchedEngine;
  readonly broker: Pick<WatchedBroker, 'state'>;
  readonly jobs: Pick<Jobs, 'send' | 'backlog'>;
  /** Readiness checks besides the database. */
  readonly checks: readonly ReadinessCheck[];
  readonly readModelHealth: ReadModelHealth;
  /** The wall's. */
  readonly clock: Clock;
  readonly marketClock: Clock;
}

/**
 * Composes the admin features beyond single signals: users, feed and system state, mails, audit
 * log.
 */
export function composeAdmin(needs: Needs): { readonly modules: readonly FastifyPluginAsyncZod[] } {
  const { config } = needs;
  const adminOnly = createAdminOnly(needs);
  const isNamedAdmin = (email: string): boolean => config.adminEmails.includes(email.toLowerCase());
  const toAdminUserDto = createToAdminUserDto({ ...needs, isNamedAdmin, isInternal: createIsInternal(config) });
  const product = { version: readVersion(), startedAt: needs.clock.now() };
  const ofUsers = { ...needs, ...config, ...config.access, isNamedAdmin, toAdminUserDto };
  return {
    modules: [
      adminUsersModule({
        adminOnly,
        listUsers: createListUsers(ofUsers),
        changeUser: createChangeUser(ofUsers),
        endUserSessions: createEndUserSessions(needs),
        mailPasswordLink: needs.mailPasswordLink,
      }),
      systemModule({
        adminOnly,
        readSystem: createReadSystem({
          ...needs,
          product,
          hours: config.tradingHours,
          broker: { kind: config.broker.kind, state: needs.broker.state },
          isSendingMail: config.mail.smtpUrl !== null,
        }),
        readOverview: createReadOverview({ ...ofUsers, timezone: limitTimezone(config) }),
      }),
      modelsModule({ adminOnly, readModelHealth: needs.readModelHealth }),
      outboxModule({ adminOnly, readOutbox: createReadOutbox(needs.db), retryMail: createRetryMail(needs) }),
      auditModule({ adminOnly, readAudit: createReadAudit(needs.db) }),
    ],
  };
}

/** Version of package.json, which is the version of the running code. */
function readVersion(): string {
  const file: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return typeof file === 'object' && file !== null && 'version' in file ? String(file.version) : '';
}
