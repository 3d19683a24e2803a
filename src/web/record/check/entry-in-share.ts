/** Parameters in which a share to the installed app arrives: the share target of its manifest. */
export const sharedNames = { title: 'shared-title', text: 'shared-text', url: 'shared-url' } as const;

/** Longer texts name no entry. */
const maxShownLength = 60;

/**
 * The entry that a shared link or text names: a leaf number or a signal id. Android shares links as
 * text. Without an entry the text itself, so that the page can say what is wrong; null: nothing was
 * shared.
 */
export function sharedEntry(params: URLSearchParams): string | null {
  const shared = [params.get(sharedNames.url), params.get(sharedNames.text)].filter((text) => text !== null);
  const found = shared.map(entryIn).find((entry) => entry !== null);
  return found ?? (shared.join(' ').trim().slice(0, maxShownLength) || null);
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const forms = [
  new RegExp(`[?&]entry=(${id}|\\d{1,15})(?![\\w-])`, 'i'),
  new RegExp(`\\b(${id})\\b`, 'i'),
  /^\s*[№#]?\s*(\d{1,15})\s*$/,
];

/** The most specific form wins. */
function entryIn(text: string): string | null {
  for (const form of forms) {
    const entry = form.exec(text)?.[1];
    if (entry !== undefined) return entry.toLowerCase();
  }
  return null;
}
