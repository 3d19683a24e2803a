import { useEffect } from 'react';
import { remindOfOpening } from '../alerts/remind-opening.ts';
import { DevtoolsGate } from '../devtools/devtools-gate.tsx';
import { usePhrases } from '../language/use-phrases.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { deleteSavedHistory } from '../offline/saved-history.ts';
import { useSession } from '../session/use-session.ts';
import { useAppTheme, useBodyTheme } from '../theme/app-theme.ts';
import { Season } from '../theme/season.tsx';
import { announce } from '../ui/announcer.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { noteLastHeard } from './note-last-heard.ts';
import { ShortcutKeyboard } from './shortcut-keyboard.tsx';

/** What every page has beside its content, loaded after it. */
export function PageExtras() {
  const { t } = usePhrases();
  // Their words are waited for here, once: no hook may follow (lazy-part.ts), and there still is a network.
  t('shell.season.off');
  return <Extras />;
}

function Extras() {
  const theme = useAppTheme();
  useBodyTheme(theme);
  useOfflineCare();
  useOpeningReminder();
  return (
    <>
      <ShortcutKeyboard />
      <ConnectionNotice />
      {theme === 'halloween' && <Season />}
      <DevtoolsGate />
    </>
  );
}

/** Whoever asked for it hears that the market has opened, on any page. */
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

/** What makes a visit without a network possible, and that it shows nothing of whoever has left. */
function useOfflineCare(): void {
  const { lang } = usePhrases();
  const hasLeft = useSession().kind === 'out';
  useEffect(() => void registerWorker(lang), [lang]);
  useEffect(() => noteLastHeard(), []);
  useEffect(() => {
    if (hasLeft) void deleteSavedHistory();
  }, [hasLeft]);
}
