/** Parameters in which a share to the installed app arrives: the share target of its manifest. */
export const sharedNames = { title: 'shared-title', text: 'shared-text', url: 'shared-url' } as const;

/** Longer texts name no entry. */
const maxShownLength = 60;

/** The text shared to the installed app, shortened; null: none. Android shares links as text. */
export function sharedEntry(params: URLSearchParams): string | null {
  const shared = [params.get(sharedNames.url), params.get(sharedNames.text)].filter((text) => text !== null);
  const found = shared.map(toEntry).find((entry) => entry !== null);
  return found?.toString() ?? (shared.join(' ').trim().slice(0, maxShownLength) || null);
}

/** The number of an entry that a link or a text names; null: none. */
export function toEntry(text: string): number | null {
  const digits = /\/record\/(\d{1,15})(?![\w-])/.exec(text)?.[1] ?? /^[№#\s\d.,]*$/.exec(text)?.[0].replace(/\D/g, '');
  return digits && digits.length <= 15 ? Number(digits) : null;
}
