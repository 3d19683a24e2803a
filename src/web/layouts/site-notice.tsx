import { Megaphone, Wrench, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { SiteNotice } from '#contract/site.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { useIsBuilt } from '../routing/use-is-built.ts';
import { isMaintenance, useWorkingStats } from '../session/working-stats.ts';
import { useStored, writeStored } from '../storage/stored.ts';

/**
 * What the operator states to everybody. The server writes it into the document, and the boot script hands
 * its text to the style sheet, so that the strip has its height at the first paint.
 */
export function SiteNoticeStrip() {
  const { t, lang } = usePhrases();
  const isBuilt = useIsBuilt();
  const notice = useNotice();
  const dismissed = useStored('notice-dismissed');
  const isClosable = !isMaintenance(notice);
  if (!isBuilt && (!notice || (isClosable && notice.id === dismissed))) return null;
  const Icon = isClosable ? Megaphone : Wrench;
  return (
    <section
      className={`border-b border-line bg-s2 text-[length:var(--fs-14)] leading-[1.4] text-ink-1 ${isBuilt ? '[html:not([data-notice])_&]:hidden' : ''}`}
      aria-label={t('common.notice')}
    >
      <div className="wrap flex min-h-13 items-center gap-3 py-1.5">
        <Icon className="ic size-4.5 flex-none text-ink-3" />
        <p className={`flex-1 wrap-anywhere ${isBuilt ? 'before:content-[var(--notice)]' : ''}`}>
          {!isBuilt && notice?.text[lang]}
        </p>
        {isClosable && (
          <button
            type="button"
            className="ibtn bare flex-none"
            aria-label={t('common.close')}
            onClick={() => notice && writeStored('notice-dismissed', notice.id)}
          >
            <X className="ic" />
          </button>
        )}
      </div>
    </section>
  );
}

/** Changes only where nothing on the page moves by it: with the address, or while the page is hidden. Maintenance is shown and removed at once. */
function useNotice(): SiteNotice | null {
  const stats = useWorkingStats();
  const { pathname } = useLocation();
  const newest = stats ? stats.notice : noticeOfDocument();
  const [shown, setShown] = useState({ pathname, notice: newest });
  const isDue = shown.pathname !== pathname || isMaintenance(newest) || isMaintenance(shown.notice);
  if (isDue && (shown.pathname !== pathname || shown.notice?.id !== newest?.id)) setShown({ pathname, notice: newest });
  useEffect(() => {
    const showHidden = (): void => {
      if (document.hidden) setShown({ pathname, notice: newest });
    };
    document.addEventListener('visibilitychange', showHidden);
    return () => document.removeEventListener('visibilitychange', showHidden);
  }, [pathname, newest]);
  return shown.notice;
}

/** As the server wrote it; null: none, or a prerendered page, or dismissed before. */
function noticeOfDocument(): SiteNotice | null {
  const text = globalThis.document?.documentElement.dataset['notice'];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server's answer, as of every call
  return text === undefined ? null : (JSON.parse(text) as SiteNotice);
}
