/** Actions of the shortcuts; the keys of a pair are pressed one after the other. */
export const shortcuts = {
  '?': 'list',
  'g s': 'signal',
  'g h': 'history',
  'g m': 'home',
  s: 'get',
  l: 'language',
  t: 'theme',
} as const;

export type ShortcutAction = (typeof shortcuts)[keyof typeof shortcuts];

/** Timeout for the second key of a pair. */
const pairWithinMs = 1_000;

interface Pressed {
  /** The first key of a pair and when it was pressed; null: none. */
  readonly prefix: { readonly key: string; readonly at: number } | null;
  readonly action: ShortcutAction | null;
}

const isShortcut = (keys: string): keys is keyof typeof shortcuts => Object.hasOwn(shortcuts, keys);

/** The meaning of a key after the previous key press. `at` in milliseconds. */
export function press(prefix: Pressed['prefix'], key: string, at: number): Pressed {
  const pair = prefix && at - prefix.at <= pairWithinMs ? `${prefix.key} ${key}` : '';
  if (isShortcut(pair)) return { prefix: null, action: shortcuts[pair] };
  if (isShortcut(key)) return { prefix: null, action: shortcuts[key] };
  const begins = Object.keys(shortcuts).some((keys) => keys.startsWith(`${key} `));
  return { prefix: begins ? { key, at } : null, action: null };
}

/** By physical position: a Cyrillic keyboard has that of the Latin layout. */
export function getKey({ key, code }: { readonly key: string; readonly code: string }): string {
  if (key === '?') return key;
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}

const eventName = 'show-shortcuts';

/** For a button that opens the list of keys. */
export const showShortcuts = (): void => void dispatchEvent(new Event(eventName));

export function onShortcutList(listener: () => void): () => void {
  addEventListener(eventName, listener);
  return () => removeEventListener(eventName, listener);
}
