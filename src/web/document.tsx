import { type ReactNode, useEffect } from 'react';
import type { Language } from '#domain/language.ts';

/**
 * The whole document, since a page's head is React's too. What stands in every head (styles, the boot script, preloads)
 * is put there by the build and is not React's: it leaves alone what it does not know.
 */
export function Document({ language, children }: { language: Language; children: ReactNode }) {
  useEffect(() => {
    // Setting the same value again makes the browser compute the styles of the whole page once more.
    if (document.documentElement.lang !== language) document.documentElement.lang = language;
  }, [language]);
  return (
    // The boot script sets the theme, and the fallback page its language, before React loads.
    <html lang={language} suppressHydrationWarning>
      <head />
      <body>{children}</body>
    </html>
  );
}
