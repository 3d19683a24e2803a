import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { languageOf } from './language/language-of.ts';

/**
 * The whole document, since a page's head is React's too. What stands in every head (styles, the boot script, preloads)
 * is put there by the build and is not React's: it leaves alone what it does not know.
 */
export function Document({ children }: { children: ReactNode }) {
  const language = languageOf(useLocation().pathname);
  useEffect(() => {
    // Written anew, even the same, it would have the browser find the styles of the whole page once more.
    if (document.documentElement.lang !== language) document.documentElement.lang = language;
  }, [language]);
  return (
    // The boot script sets the theme, and the fallback page its language, before React arrives.
    <html lang={language} suppressHydrationWarning>
      <head />
      <body>{children}</body>
    </html>
  );
}
