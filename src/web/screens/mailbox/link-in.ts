/**
 * The link of a mail's button: an activation or a reset. Opened on the current site, whatever host
 * it names.
 */
const linkPattern = /https?:\/\/\S+?(\/api\/auth\/activate\/\S+|\/(?:uk|en|ru)\/reset-password#link=\S+)/;

/** The path of the link in a mail; null: the mail has none. */
export const linkIn = (text: string): string | null => linkPattern.exec(text)?.[1] ?? null;
