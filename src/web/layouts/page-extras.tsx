import { DevtoolsGate } from '../devtools/devtools-gate.tsx';
import { useAppTheme, useBodyTheme } from '../theme/app-theme.ts';
import { Season } from '../theme/season.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { ShortcutKeyboard } from './shortcut-keyboard.tsx';

/** What every page has beside its content, loaded after it. */
export function PageExtras() {
  const theme = useAppTheme();
  useBodyTheme(theme);
  return (
    <>
      <ShortcutKeyboard />
      <ConnectionNotice />
      <CookieNotice />
      {theme === 'halloween' && <Season />}
      <DevtoolsGate />
    </>
  );
}
