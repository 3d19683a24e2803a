import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { outboxRoutes } from './outbox.routes.ts';
import { createReadOutbox } from './read-outbox.ts';
import { createRetryMail } from './retry-mail.ts';

interface OutboxModuleDependencies {
  readonly platform: Pick<Platform, 'db' | 'clock'> & { readonly jobs: Pick<Jobs, 'send'> };
  readonly accounts: Pick<AccountsApi, 'adminOnly'>;
}

/** The mails as administrators see them. Not in the mail module, which accounts need first. */
export const createOutboxModule = ({
  platform: { db, clock, jobs },
  accounts: { adminOnly },
}: OutboxModuleDependencies): ServerModule => ({
  routes: [
    outboxRoutes({ adminOnly, readOutbox: createReadOutbox(db), retryMail: createRetryMail({ db, jobs, clock }) }),
  ],
  api: {},
  components: [],
});
