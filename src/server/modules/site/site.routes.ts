import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ErrorReporting, SiteSettings } from '#contract/site.ts';
import { errorReportsPath, sitePath } from '#contract/paths.ts';
import { isAutomated } from '#domain/is-automated.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';

interface SiteRoutesDependencies extends Pick<AccountsApi, 'whoActs' | 'isInternal'> {
  readonly getSettings: () => SiteSettings;
  readonly reports: ErrorReporting['reports'];
}

/** Requested by every page, so cached: a changed setting becomes visible some minutes later. */
const cacheControl = 'public, max-age=300';

export const siteRoutes =
  ({ getSettings, reports, whoActs, isInternal }: SiteRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'site');

    app.get(
      sitePath,
      { schema: { summary: 'What the operator has chosen for every page', response: { 200: SiteSettings } } },
      async (_request, reply) => {
        reply.header('cache-control', cacheControl);
        return getSettings();
      },
    );

    app.get(
      errorReportsPath,
      {
        schema: {
          summary: 'Where the browser reports errors; nowhere for internal accounts and crawlers',
          response: { 200: ErrorReporting },
        },
      },
      async (request) => {
        if (reports === null) return { reports };
        const caller = await whoActs(request);
        const { 'user-agent': userAgent = '', 'accept-language': languages } = request.headers;
        const isExempt = caller
          ? isInternal(caller.user.email)
          : isAutomated({ userAgent, languages: languages ? [languages] : [] });
        return { reports: isExempt ? null : reports };
      },
    );
  };
