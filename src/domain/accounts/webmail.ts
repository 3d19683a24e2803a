/** Webmail address by well-known mail domain. */
const inboxes: readonly (readonly [address: string, domains: readonly string[]])[] = [
  ['https://mail.google.com/', ['gmail.com', 'googlemail.com']],
  ['https://mail.ukr.net/', ['ukr.net']],
  ['https://mail.i.ua/', ['i.ua']],
  ['https://outlook.live.com/mail/', ['outlook.com', 'hotmail.com', 'live.com']],
  ['https://mail.yahoo.com/', ['yahoo.com', 'ymail.com']],
  ['https://www.icloud.com/mail/', ['icloud.com', 'me.com']],
  ['https://mail.proton.me/', ['proton.me', 'protonmail.com']],
];

/** Webmail URL of an address, to be opened by the user; null when unknown. */
export function findWebmail(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return inboxes.find(([, domains]) => domains.includes(domain))?.[0] ?? null;
}
