import { sitePath } from '#contract/paths.ts';
import type { SiteSettings } from '#contract/site.ts';
import { createPolledStore } from '../api/polled-store.ts';
import { getPublic } from '../api/request.ts';

/** The operator's settings, answered once per visit; undefined until then. */
export const { useAnswer: useSiteSettings } = createPolledStore(readSettings, null);

async function readSettings(): Promise<SiteSettings> {
  const settings = await getPublic<SiteSettings>(sitePath);
  if (settings.hasErrorReports) void import('../error-reports/report-by-account.ts');
  return settings;
}
