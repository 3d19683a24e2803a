import { lazy, useEffect } from 'react';
import { useLocation } from 'react-router';
import { showAppBadge } from '../alerts/app-badge.ts';
import { remindOfOpening } from '../alerts/remind-opening.ts';
import { DevtoolsGate } from '../devtools/devtools-gate.tsx';
import { usePhrases } from '../language/use-phrases.ts';
import { openSignal } from '../offline/open-signal.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { deleteSavedHistory } from '../offline/saved-history.ts';
import { useSession } from '../session/session-store.ts';
import { writeStored } from '../storage/stored.ts';
import { useAppTheme, useBodyTheme } from '../theme/app-theme.ts';
import { mayDecorate } from '../theme/season-pages.ts';
import { announce } from '../ui/feedback/announcer.ts';
import { Optional } from '../ui/optional.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ShortcutKeyboard } from './shortcut-keyboard.tsx';

const Season = lazy(() => import('../theme/season.tsx').then((module) => ({ default: module.Season })));

/** Lazy-loaded parts that every page has besides its content. */
export function PageExtras() {
  const { t } = usePhrases();
  // Suspends here once for their phrases: no hook may follow (lazy-part.ts), and the network is
  // still available.
  t('shell.season.off');
  return <Extras />;
}

function Extras() {
  const { lang } = usePhrases();
  const { pathname } = useLocation();
  const theme = useAppTheme();
  useBodyTheme(theme);
  useOfflineCare();
  useOpeningReminder();
  useCurrentBadge();
  return (
    <>
      <ShortcutKeyboard />
      <ConnectionNotice />
      {theme === 'halloween' && mayDecorate(pathname, lang) && (
        <Optional>
          <Season />
        </Optional>
      )}
      <DevtoolsGate />
    </>
  );
}

/** Announces the market opening on any page to users who enabled the reminder. */
function useOpeningReminder(): void {
  const { t } = usePhrases();
  const text = t('shell.marketOpen');
  useEffect(
    () =>
      remindOfOpening(() => {
        announce(text);
        return text;
      }),
    [text],
  );
}

/** The badge of a signal that ended while the app was closed, or of a user who left, is removed. */
function useCurrentBadge(): void {
  const hasLeft = useSession().kind === 'out';
  useEffect(() => {
    if (hasLeft) showAppBadge(null);
    else void openSignal().then((open) => open && showAppBadge(open.expiresAt));
  }, [hasLeft]);
}

/** Prepares offline use, and removes the data of a user who has signed out. */
function useOfflineCare(): void {
  const { lang } = usePhrases();
  const hasLeft = useSession().kind === 'out';
  useEffect(() => void registerWorker(lang), [lang]);
  useEffect(() => saveLastOnline(), []);
  useEffect(() => {
    if (hasLeft) void deleteSavedHistory();
  }, [hasLeft]);
}

/**
 * Records when this browser last had a network, as far as its pages can tell; read by the offline
 * page.
 */
function saveLastOnline(): () => void {
  const note = (): void => {
    if (navigator.onLine) writeStored('last-online', Date.now());
  };
  // Covers the moment of the loss, when the browser is already offline.
  const saveNow = (): void => writeStored('last-online', Date.now());
  document.addEventListener('visibilitychange', note);
  addEventListener('offline', saveNow);
  return () => {
    document.removeEventListener('visibilitychange', note);
    removeEventListener('offline', saveNow);
  };
}
