import type { FastifyInstance, FastifyReply } from 'fastify';

/** Sets the OpenAPI tag of the routes that the plugin registers after this call; a route may set its own. */
export function tagRoutes(app: FastifyInstance, tag: string): void {
  app.addHook('onRoute', (route) => {
    if (route.schema) route.schema.tags ??= [tag];
  });
}

/** Answers 204 once the work is done. */
export async function noContent(reply: FastifyReply, work: Promise<void>): Promise<null> {
  await work;
  reply.code(204);
  return null;
}
