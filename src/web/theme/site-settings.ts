import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SiteSettings } from '#contract/site.ts';
import { usualPayout } from '#domain/signals/stake-rule.ts';
import { call } from '../api/request.ts';

/** The product's defaults while the server does not answer. */
const defaults: SiteSettings = {
  theme: 'halloween',
  decorations: false,
  devtoolsBlocking: false,
  hasContest: false,
  hasMailbox: false,
  hasErrorReports: false,
  vipFreeUntil: null,
  payout: usualPayout,
  demoAccount: null,
};

/** Answered once per visit; requested every 5 s until then. */
const settingsQuery = queryOptions({
  queryKey: ['public', '/api/site'],
  queryFn: readSettings,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchInterval: ({ state }) => (state.data ? false : 5_000),
});

/** The operator's settings; undefined until the first response, the defaults after a failed one. */
export function useSiteSettings(): SiteSettings | undefined {
  const { data, errorUpdateCount } = useQuery(settingsQuery);
  return data ?? (errorUpdateCount > 0 ? defaults : undefined);
}

async function readSettings(): Promise<SiteSettings> {
  const settings = await call('GET /api/site', { anonymous: true });
  if (settings.hasErrorReports) void import('../error-reports/report-by-account.ts');
  return settings;
}

/** Share of the stake that a win pays, for figures that cannot wait for the operator's settings. */
export const usePayout = (): number => (useSiteSettings() ?? defaults).payout;
