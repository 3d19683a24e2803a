import type { ServerModule } from '#server/start/server-module.ts';
import { adminContestRoutes, contestRoutes } from './contest.routes.ts';
import { type ContestDependencies, createContestContext } from './contest-context.ts';

/** The contest: joining, progress, the draw and its winners. */
export function createContestModule(dependencies: ContestDependencies): ServerModule {
  const ctx = createContestContext(dependencies);
  return { routes: [contestRoutes(ctx), adminContestRoutes(ctx)], api: {}, components: [] };
}
