import { useEffect, useState } from 'react';
import type { SiteSettings } from '#contract/site.ts';
import { siteSettings } from './site-settings.ts';

/** What the operator has chosen; null until the server has said it. */
export function useSiteSettings(): SiteSettings | null {
  const [settings, setSettings] = useState<SiteSettings | null>(null);
  useEffect(() => {
    void siteSettings().then(setSettings);
  }, []);
  return settings;
}
