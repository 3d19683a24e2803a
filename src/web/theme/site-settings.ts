import { useEffect, useState } from 'react';
import { sitePath } from '#contract/paths.ts';
import type { SiteSettings } from '#contract/site.ts';
import { isAppTheme } from '#domain/app-theme.ts';

/** Whether errors are reported is of no use to a page: the settings load that part themselves. */
type PageSettings = Omit<SiteSettings, 'hasErrorReports'>;

/** The product's defaults when the server does not answer. */
const defaultSettings: PageSettings = {
  theme: 'basic',
  devtoolsBlocking: false,
  hasContest: false,
  hasMailbox: false,
  vipFreeUntil: null,
  payout: 0.82,
  demoAccount: null,
};

let settings: Promise<PageSettings> | null = null;

/**
 * The operator's settings, requested once per visit. Parsed by hand instead of a schema, because
 * every page needs it.
 */
export function siteSettings(): Promise<PageSettings> {
  settings ??= fetchSettings().catch(() => defaultSettings);
  return settings;
}

async function fetchSettings(): Promise<PageSettings> {
  const response = await fetch(sitePath, { headers: { accept: 'application/json' } });
  const answer: unknown = response.ok ? await response.json() : null;
  if (typeof answer !== 'object' || answer === null) return defaultSettings;
  if (Reflect.get(answer, 'hasErrorReports') === true) void import('../error-reports/report-by-account.ts');
  const theme: unknown = Reflect.get(answer, 'theme');
  const until: unknown = Reflect.get(answer, 'vipFreeUntil');
  const payout: unknown = Reflect.get(answer, 'payout');
  return {
    theme: isAppTheme(theme) ? theme : defaultSettings.theme,
    devtoolsBlocking: Reflect.get(answer, 'devtoolsBlocking') === true,
    hasContest: Reflect.get(answer, 'hasContest') === true,
    hasMailbox: Reflect.get(answer, 'hasMailbox') === true,
    vipFreeUntil: typeof until === 'string' && Number.isFinite(Date.parse(until)) ? until : null,
    payout: typeof payout === 'number' && payout > 0 ? payout : defaultSettings.payout,
    demoAccount: getDemoAccount(Reflect.get(answer, 'demoAccount')),
  };
}

function getDemoAccount(value: unknown): SiteSettings['demoAccount'] {
  if (typeof value !== 'object' || value === null) return null;
  const email: unknown = Reflect.get(value, 'email');
  const password: unknown = Reflect.get(value, 'password');
  return typeof email === 'string' && typeof password === 'string' ? { email, password } : null;
}

/** The operator's settings; null until the server has answered. */
export function useSiteSettings(): PageSettings | null {
  const [current, setCurrent] = useState<PageSettings | null>(null);
  useEffect(() => {
    void siteSettings().then(setCurrent);
  }, []);
  return current;
}
