import { sitePath } from '#contract/paths.ts';
import type { SiteSettings } from '#contract/site.ts';
import { usualPayout } from '#domain/signals/stake-rule.ts';
import { createPolledStore } from '../api/polled-store.ts';
import { getPublic } from '../api/request.ts';

/** The product's defaults while the server does not answer. */
const defaults: SiteSettings = {
  theme: 'basic',
  devtoolsBlocking: false,
  hasContest: false,
  hasMailbox: false,
  hasErrorReports: false,
  vipFreeUntil: null,
  payout: usualPayout,
  demoAccount: null,
};

/** The operator's settings, answered once per visit; undefined until the first response. */
export const { useAnswer: useSiteSettings } = createPolledStore(readSettings, { pollMs: null, fallback: defaults });

async function readSettings(): Promise<SiteSettings> {
  const settings = await getPublic<SiteSettings>(sitePath);
  if (settings.hasErrorReports) void import('../error-reports/report-by-account.ts');
  return settings;
}

/** Share of the stake that a win pays, for figures that cannot wait for the operator's settings. */
export const usePayout = (): number => (useSiteSettings() ?? defaults).payout;
