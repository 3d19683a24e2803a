/** Enough to know oneself again, too little to write to a stranger: `olena.k@example.com` is `o***@e***.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const ending = /\.[^.]*$/.exec(host)?.[0] ?? '';
  return `${firstOf(email)}***@${firstOf(host)}***${ending}`;
}

/** A whole character, also one outside the first plane. */
const firstOf = (text: string): string => [...text][0] ?? '';
