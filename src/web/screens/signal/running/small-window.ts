import { createStore } from '#web/create-store.ts';

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
  const opened =
    (await pictureInPicture()) ?? open('', 'kurs-signal', `popup,width=${size.width},height=${size.height}`);
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
  // Copied, not linked: it is dressed at once, and asks nothing of the network.
  to.adoptedStyleSheets = [...document.styleSheets].map(({ href, cssRules }) => {
    const copy = new CSSStyleSheet({ baseURL: href ?? document.baseURI });
    copy.replaceSync([...cssRules].map(({ cssText }) => cssText).join('\n'));
    return copy;
  });
}
