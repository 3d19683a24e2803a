/** `__Host-` binds a cookie to this exact host and to https, where the public address is https. */
export const refreshCookieName = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? ('__Host-kurs_refresh' as const) : ('kurs_refresh' as const);
