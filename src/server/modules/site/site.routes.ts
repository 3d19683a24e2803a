import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { SiteSettings } from '#contract/site.ts';
import { sitePath } from '#contract/site-path.ts';

/** Requested by every page, so cached: a changed setting becomes visible some minutes later. */
const cacheControl = 'public, max-age=300';

export const siteRoutes =
  (settings: SiteSettings): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      sitePath,
      {
        schema: {
          tags: ['site'],
          summary: 'What the operator has chosen for every page',
          response: { 200: SiteSettings },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', cacheControl);
        return settings;
      },
    );
  };
