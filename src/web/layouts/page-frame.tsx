import type { ReactNode } from 'react';
import { usePhrases } from '../language/use-phrases.ts';
import { Toasts } from '../ui/toast.tsx';
import { Announcements } from './announcements.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { DemoStrip } from './demo-strip.tsx';
import { LanguageOffer } from './language-offer.tsx';
import { PageExtrasGate } from './page-extras-gate.tsx';

/** The frame of every page: skip link, demo strip, announcements and error messages. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { t } = usePhrases();
  return (
    <>
      <a className="btn btn-p skip" href="#content">
        {t('common.skipToContent')}
      </a>
      <LanguageOffer />
      <DemoStrip />
      {children}
      <CookieNotice />
      <Announcements />
      <Toasts closeLabel={t('common.close')} />
      <PageExtrasGate />
    </>
  );
}
