/**
 * Accounts of the operator's own staff (INTERNAL_EMAILS): excluded from statistics and error
 * reports, and never sent to a browser.
 */
export type IsInternal = (email: string) => boolean;

export function createIsInternal({ internalEmails }: { readonly internalEmails: readonly string[] }): IsInternal {
  const known = new Set(internalEmails.map((email) => email.toLowerCase()));
  return (email) => known.has(email.trim().toLowerCase());
}
