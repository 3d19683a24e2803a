import { lazy, type ReactNode, useEffect, useState } from 'react';
import { usePhrases } from '../language/use-phrases.ts';
import { Optional } from '../ui/optional.tsx';
import { Toasts } from '../ui/feedback/toast.tsx';
import { Announcements } from './announcements.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { DemoStrip } from './demo-strip.tsx';

/** The frame of every page: skip link, demo strip, announcements and error messages. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { t } = usePhrases();
  return (
    <>
      <a className="btn btn-p skip" href="#content">
        {t('common.skipToContent')}
      </a>
      <DemoStrip />
      {children}
      <CookieNotice />
      <Announcements />
      <Toasts closeLabel={t('common.close')} />
      <PageExtrasGate />
    </>
  );
}

/** The page works without its extras. */
const PageExtras = lazy(() => import('./page-extras.tsx').then((module) => ({ default: module.PageExtras })));

const idleWithinMs = 2_000;

/** Loads when the browser is idle. */
function PageExtrasGate() {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const begin = (): void => setIsDue(true);
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(begin, 1);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(begin, { timeout: idleWithinMs });
    return () => cancelIdleCallback(handle);
  }, []);
  if (!isDue) return null;
  return (
    <Optional>
      <PageExtras />
    </Optional>
  );
}
