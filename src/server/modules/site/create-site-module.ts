import type { SiteSettings } from '#contract/site.ts';
import type { ServerModule } from '#server/server-module.ts';
import { siteRoutes } from './site.routes.ts';

export const createSiteModule = ({ config }: { readonly config: { readonly site: SiteSettings } }): ServerModule => ({
  routes: [siteRoutes(config.site)],
  api: {},
  components: [],
});
