import { RotateCw, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { safeNext } from '#web/paths.ts';
import { onServerReached } from '#web/offline/on-server-reached.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { SavedOnDevice } from './saved-on-device.tsx';
import { SavedSignals } from './saved-signals.tsx';
import { useCachedPages } from './use-cached-pages.ts';

export const meta = unlisted(pageTitle(({ t }) => t('shell.offline.pageTitle')));

/**
 * Shown by the service worker instead of a page that needs the network. Nothing on it is current.
 */
export default function Offline() {
  const { t } = usePhrases();
  const saved = useCachedPages();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const refetch = useTryAgain();
  const hasHistory = (saved?.history?.signals.length ?? 0) > 0;
  return (
    <div className="wrap max-w-[880px]">
      <div className="state offline">
        <div className="art">
          <Lighthouse />
        </div>
        <h1>{t('shell.offline.title')}</h1>
        <p>{t('shell.offline.text')}</p>
        <div className="acts">
          <button type="button" className="btn btn-p" onClick={refetch}>
            <RotateCw className="ic" aria-hidden="true" />
            {t('shell.offline.again')}
          </button>
          {hasHistory && (
            <button
              type="button"
              className="btn btn-s"
              aria-expanded={isHistoryOpen}
              onClick={() => setIsHistoryOpen(!isHistoryOpen)}
            >
              {t(isHistoryOpen ? 'shell.offline.hideHistory' : 'shell.offline.history')}
            </button>
          )}
        </div>
      </div>
      {isHistoryOpen && saved?.history && <SavedSignals history={saved.history} now={saved.now} />}
      <Note icon={ShieldCheck}>
        <b>{t('shell.offline.keptTitle')}</b> {t('shell.offline.keptText')}
      </Note>
      {/* Last: it is read from the device after the rest is shown. */}
      {saved && <SavedOnDevice saved={saved} />}
    </div>
  );
}

/** Returns to the requested page: by hand, or automatically as soon as the server is reachable. */
function useTryAgain(): () => void {
  const { lang } = usePhrases();
  const { hash } = useLocation();
  const [search] = useSearchParams();
  const from = search.get('from');
  // The service worker does not see the hash; the browser keeps it in this address.
  const wanted = safeNext(from, lang) + hash;
  useEffect(() => {
    const back = (): void => location.replace(wanted);
    addEventListener('online', back);
    const stop = from === null ? undefined : onServerReached(back);
    return () => {
      removeEventListener('online', back);
      stop?.();
    };
  }, [wanted, from]);
  return () => location.replace(wanted);
}

function Lighthouse() {
  return (
    <svg viewBox="0 0 320 150" width="320" aria-hidden="true">
      <path d="M160 132V58" stroke="var(--t1)" strokeWidth="3" />
      <path d="M142 132h36M148 116h24M151 100h18" stroke="var(--t1)" strokeWidth="3" strokeLinecap="round" />
      <path d="M150 58h20l-4-20h-12z" fill="var(--s2)" stroke="var(--t1)" strokeWidth="2.6" />
      <circle cx="160" cy="48" r="4" fill="none" stroke="var(--t3)" strokeWidth="2" />
      <path d="M132 48L70 30v36zM188 48l62-18v36z" fill="var(--t3)" opacity=".1" />
      <path
        d="M132 48L70 30M132 48L70 66M188 48l62-18M188 48l62 18"
        stroke="var(--line-3)"
        strokeWidth="1.6"
        strokeDasharray="4 6"
      />
      <path
        d="M20 140q10-7 20 0t20 0 20 0 20 0M220 140q10-7 20 0t20 0 20 0 20 0"
        stroke="var(--line-3)"
        strokeWidth="2"
        fill="none"
      />
    </svg>
  );
}
