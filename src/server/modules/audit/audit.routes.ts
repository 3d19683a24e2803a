import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AuditPage, AuditQuery, auditPath } from '#contract/admin/audit.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import type { ReadAudit } from './read-audit.ts';

interface AuditRoutesDependencies {
  /** Signed in, and an administrator. */
  readonly adminOnly: readonly Guard[];
  readonly readAudit: ReadAudit;
}

export const auditRoutes =
  ({ adminOnly, readAudit }: AuditRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'admin');
    guardRoutes(app, 'onRequest', ...adminOnly);

    app.get(
      auditPath,
      {
        schema: {
          summary: 'What administrators did, the newest first',
          querystring: AuditQuery,
          response: { 200: AuditPage },
        },
      },
      (request) => readAudit(request.query),
    );
  };
