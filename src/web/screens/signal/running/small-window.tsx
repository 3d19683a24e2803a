import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore, createStore } from '#web/create-store.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { ShownForecast } from '../card/forecast.ts';

/** Three rows in the small window, while one is open. */
export function InSmallWindow({ children }: { readonly children: ReactNode }) {
  const opened = useStore(smallWindow);
  return opened && createPortal(<div className="pip">{children}</div>, opened.document.body);
}

interface SmallWatchProps {
  readonly pair: ReactNode;
  readonly price: ReactNode;
  readonly shown: ShownForecast | null;
  readonly isWatching: boolean;
  /** The time to the next look. */
  readonly drain: ReactNode;
}

/** The card in the small window, while no signal runs: no direction either. */
export function SmallWatch({ pair, price, shown, isWatching, drain }: SmallWatchProps) {
  const { t, f } = usePhrases();
  return (
    <InSmallWindow>
      <div className="pip-a">
        <span className="lc-pair">{pair}</span>
        {price}
      </div>
      <div className="pip-a">
        <span className="lc-dir text-ink-2">{shown ? f.count(shown.chance) : '–'}</span>
        {shown && (
          <span className="lc-sub text-right">
            {t('signal.card.needs')} {f.count(shown.needs)}
            <b className="block">
              {shown.isReady
                ? t('signal.card.ready')
                : shown.shortBy === 0
                  ? t('signal.card.just')
                  : `${t('signal.card.short')} ${f.count(shown.shortBy)}`}
            </b>
          </span>
        )}
      </div>
      <div className="grid gap-1.5">
        {isWatching && (
          <span className="flex items-center gap-3 text-14 font-semibold text-ink-1">
            <span className="lc-eye" />
            {t('signal.card.watching')}
          </span>
        )}
        {drain}
      </div>
    </InSmallWindow>
  );
}

/** The size of the small window's content, in pixels. */
const size = { width: 320, height: 200 };

/** The small window beside the broker's tab; null: none is open. */
export const smallWindow = createStore<Window | null>(null);

interface PictureInPicture {
  requestWindow(size: { width: number; height: number }): Promise<Window>;
}

/**
 * Opens a small window that shows the signal: always on top where the browser has such windows, else a
 * popup. A browser that allows neither still has the countdown in the title of the tab.
 */
export async function openSmallWindow(): Promise<void> {
  if (smallWindow.get()) return;
  const opened = (await pictureInPicture()) ?? open('', 'signal', `popup,width=${size.width},height=${size.height}`);
  if (!opened) return;
  dress(opened);
  opened.addEventListener('pagehide', () => smallWindow.set(null));
  smallWindow.set(opened);
}

export function closeSmallWindow(): void {
  smallWindow.get()?.close();
  smallWindow.set(null);
}

async function pictureInPicture(): Promise<Window | null> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library of types does not know it yet
  const api = Reflect.get(globalThis, 'documentPictureInPicture') as PictureInPicture | undefined;
  // It is denied in a frame, and where the visitor has forbidden it.
  return api ? api.requestWindow(size).catch(() => null) : null;
}

/** The styles, the theme and the language of the page. */
function dress(opened: Window): void {
  const to = opened.document;
  const { lang, dataset } = document.documentElement;
  to.documentElement.lang = lang;
  Object.assign(to.documentElement.dataset, dataset);
  to.title = document.title;
  to.body.className = 'pip-body';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every window has the constructors of its realm
  const { CSSStyleSheet } = opened as Window & typeof globalThis;
  // Copied, not linked, so that the window is styled at once and without a request.
  to.adoptedStyleSheets = [...document.styleSheets].map(({ href, cssRules }) => {
    const copy = new CSSStyleSheet({ baseURL: href ?? document.baseURI });
    copy.replaceSync([...cssRules].map(({ cssText }) => cssText).join('\n'));
    return copy;
  });
}
