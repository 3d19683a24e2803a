import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { outboxRoutes } from './outbox.routes.ts';
import { createReadOutbox } from './read-outbox.ts';
import { createRetryMail } from './retry-mail.ts';

interface Needs {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly clock: Clock;
  readonly accounts: Pick<AccountsApi, 'adminOnly'>;
}

/** The mails as administrators see them. Not in the mail module, which accounts need first. */
export const createOutboxModule = ({ db, jobs, clock, accounts: { adminOnly } }: Needs): ServerModule => ({
  routes: [
    outboxRoutes({ adminOnly, readOutbox: createReadOutbox(db), retryMail: createRetryMail({ db, jobs, clock }) }),
  ],
  api: {},
  components: [],
});
