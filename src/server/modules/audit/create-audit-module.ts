import type { Database } from '#server/database/connection.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { auditRoutes } from './audit.routes.ts';
import { createReadAudit } from './read-audit.ts';

interface Needs {
  readonly db: Database;
  readonly accounts: Pick<AccountsApi, 'adminOnly'>;
}

/** The audit log as administrators read it; use cases write it by `writeAudit`. */
export const createAuditModule = ({ db, accounts: { adminOnly } }: Needs): ServerModule => ({
  routes: [auditRoutes({ adminOnly, readAudit: createReadAudit(db) })],
  api: {},
  components: [],
});
