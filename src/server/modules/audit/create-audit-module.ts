import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { auditRoutes } from './audit.routes.ts';
import { createReadAudit } from './read-audit.ts';

interface AuditModuleDependencies {
  readonly platform: Pick<Platform, 'db'>;
  readonly accounts: Pick<AccountsApi, 'adminOnly'>;
}

/** The audit log as administrators read it; use cases write it by `writeAudit`. */
export const createAuditModule = ({
  platform: { db },
  accounts: { adminOnly },
}: AuditModuleDependencies): ServerModule => ({
  routes: [auditRoutes({ adminOnly, readAudit: createReadAudit(db) })],
  api: {},
  components: [],
});
