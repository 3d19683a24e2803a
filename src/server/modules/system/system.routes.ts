import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Checkup, checkupPath } from '#contract/admin/checkup.ts';
import { AdminOverview, adminSystemPaths, SystemState } from '#contract/admin/system.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { type Finding, showFinding } from './checkup/findings.ts';
import type { ReadOverview } from './read-overview.ts';
import type { ReadSystem } from './read-system.ts';

interface SystemRoutesDependencies {
  /** Guards: signed in and administrator. */
  readonly adminOnly: readonly Guard[];
  readonly readSystem: ReadSystem;
  readonly readOverview: ReadOverview;
  readonly runCheckup: () => Promise<Finding[]>;
}

export const systemRoutes =
  ({ adminOnly, readSystem, readOverview, runCheckup }: SystemRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'admin');
    guardRoutes(app, 'onRequest', ...adminOnly);

    app.get(
      adminSystemPaths.system,
      { schema: { summary: 'What runs, and how it is', response: { 200: SystemState } } },
      readSystem,
    );

    app.get(
      adminSystemPaths.overview,
      { schema: { summary: 'People and signals in numbers', response: { 200: AdminOverview } } },
      readOverview,
    );

    // A GET would be repeated by a browser, and each one calls partners that count or charge calls.
    app.post(
      checkupPath,
      { schema: { summary: 'Call every partner and say what is missing', response: { 200: Checkup } } },
      async () => ({ findings: (await runCheckup()).map(showFinding) }),
    );
  };
