import { useEffect, useState } from 'react';
import type { SiteSettings } from '#contract/site.ts';
import { siteSettings } from './site-settings.ts';

/** The operator's settings; null until the server has answered. */
export function useSiteSettings(): SiteSettings | null {
  const [settings, setSettings] = useState<SiteSettings | null>(null);
  useEffect(() => {
    void siteSettings().then(setSettings);
  }, []);
  return settings;
}
