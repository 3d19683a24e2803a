/** What the button of a mail opens: an activation or a reset. Always on the site that is open, whatever host it names. */
const linkPattern = /https?:\/\/\S+?(\/api\/auth\/activate\/\S+|\/(?:uk|en|ru)\/reset-password#link=\S+)/;

/** The address of the one step a mail asks for, as a path of ours; null: it asks for none. */
export const linkIn = (text: string): string | null => linkPattern.exec(text)?.[1] ?? null;
