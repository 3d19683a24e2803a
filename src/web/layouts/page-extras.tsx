import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isAutomated } from '#domain/is-automated.ts';
import { type Language, languages } from '#domain/language.ts';
import { remindOfOpening } from '../alerts/alert.ts';
import { showAppBadge } from '../alerts/app-badge.ts';
import { registerWorker } from '../alerts/push-device.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { optionalView } from '../routing/lazy-view.tsx';
import { useSession } from '../session/session-store.ts';
import { readStored, useStored } from '../storage/stored.ts';
import { setColorScheme, useBodyTheme, useColorScheme, useDecorations } from '../theme/appearance.ts';
import { useSiteSettings } from '../theme/site-settings.ts';
import { announce } from '../ui/feedback/announcer.tsx';
import { HeaderNotice } from './header/header-notice.tsx';
import { useSwitchLanguage } from './header/language-menu.tsx';
import { getKey, onShortcutList, press, type ShortcutAction } from './shortcut-keys.ts';

/** Lazy-loaded parts that every page has besides its content. */
export default function PageExtras() {
  const { t } = usePhrases();
  // Suspends here once for their phrases: no hook may follow (lazy-part.ts), and the network is
  // still available.
  t('common.footer.noDecorations');
  return <Extras />;
}

const Season = optionalView(() => import('../theme/season.tsx'));

function Extras() {
  const { lang } = usePhrases();
  const { pathname } = useLocation();
  const hasDecorations = useDecorations();
  useBodyTheme();
  useEffect(() => void registerWorker(), []);
  useOpeningReminder();
  useCurrentBadge();
  return (
    <>
      <ShortcutKeyboard />
      <ConnectionNotice />
      {hasDecorations && mayDecorate(pathname, lang) && <Season />}
      <DevtoolsGate />
    </>
  );
}

/** Announces the market opening on any page to users who enabled the reminder. */
function useOpeningReminder(): void {
  const { t } = usePhrases();
  const text = t('common.marketOpen');
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
    showAppBadge(hasLeft ? null : readStored('app-badge'));
  }, [hasLeft]);
}

const ShortcutList = optionalView(() => import('./shortcut-list.tsx'));

/** Keyboard shortcuts of every page, and their list. */
function ShortcutKeyboard() {
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const switchLanguage = useSwitchLanguage();
  const scheme = useColorScheme();
  const session = useSession();
  const [isListOpen, setIsListOpen] = useState(false);
  const canTrade = session.kind === 'in' && session.user.referralId !== null;

  const trading = (act: () => void): void => {
    if (canTrade) act();
  };
  const acts: Record<ShortcutAction, () => void> = {
    list: () => setIsListOpen(true),
    home: () => void navigate(paths.home(lang)),
    signal: () => trading(() => void navigate(paths.signal(lang))),
    history: () => trading(() => void navigate(paths.history(lang))),
    get: () => trading(pressGetSignal),
    language: () => switchLanguage(languages[(languages.indexOf(lang) + 1) % languages.length] ?? lang),
    theme: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
  };
  useShortcuts(useStored('shortcuts') !== 'off', (action) => acts[action]());
  useEffect(() => onShortcutList(() => setIsListOpen(true)), []);
  if (!isListOpen) return null;
  return <ShortcutList canTrade={canTrade} onClose={() => setIsListOpen(false)} />;
}

/** Clicks the actual button, so that it behaves the same and does nothing where there is none. */
function pressGetSignal(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-shortcut="get"]')];
  buttons.find(({ offsetWidth, disabled }) => offsetWidth > 0 && !disabled)?.click();
}

/** Not while the user is typing, for keys of the browser, or beside an open dialog. */
function useShortcuts(isOn: boolean, act: (action: ShortcutAction) => void): void {
  const prefix = useRef<ReturnType<typeof press>['prefix']>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTaken(event.target)) return;
    const pressed = press(prefix.current, getKey(event), event.timeStamp);
    prefix.current = pressed.prefix;
    if (pressed.action === null) return;
    event.preventDefault();
    act(pressed.action);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}

const typing = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable], [role=menu] *';

const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null || (target instanceof Element && target.matches(typing));

/** Shown while the browser is offline: nothing on the page is current. */
function ConnectionNotice() {
  const { t } = usePhrases();
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  const wasOnline = useRef(isOnline);
  const [lost, back] = [t('common.connection.lost'), t('common.connection.back')];
  useEffect(() => {
    if (wasOnline.current !== isOnline) announce(isOnline ? back : lost);
    wasOnline.current = isOnline;
  }, [isOnline, lost, back]);
  if (isOnline) return null;
  return <HeaderNotice text={lost} label={t('common.connection.label')} />;
}

function onConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

const decorated = [paths.home, paths.aboutUs, paths.instruction, paths.wiki, paths.accountAppearance];

/** Decorations are drawn on pages to read and where they are chosen, never beside money or a form. */
export function mayDecorate(pathname: string, lang: Language): boolean {
  const isPage = decorated.some((path) => path(lang).replace(/\/$/, '') === pathname.replace(/\/$/, ''));
  return isPage || pathname.startsWith(`${paths.wiki(lang)}/`);
}

const DevtoolsBlock = optionalView(() => import('./devtools-block.tsx'));

/** Only where the operator has enabled it, never for crawlers (devtools-block.tsx). */
function DevtoolsGate() {
  if (!useSiteSettings()?.devtoolsBlocking || isAutomated(navigator)) return null;
  return <DevtoolsBlock />;
}
