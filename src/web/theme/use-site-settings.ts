import { useEffect, useState } from 'react';
import { type PageSettings, siteSettings } from './site-settings.ts';

/** The operator's settings; null until the server has answered. */
export function useSiteSettings(): PageSettings | null {
  const [settings, setSettings] = useState<PageSettings | null>(null);
  useEffect(() => {
    void siteSettings().then(setSettings);
  }, []);
  return settings;
}
