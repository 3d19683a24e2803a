import { type ReactNode, useEffect } from 'react';
import type { Language } from '#domain/language.ts';

/**
 * The whole document, because React also renders the head. The build adds styles, the boot script
 * and preloads to every head; React ignores elements it does not know.
 */
export function Document({ language, children }: { language: Language; children: ReactNode }) {
  useEffect(() => {
    // Setting the same value again makes the browser recompute the styles of the whole page.
    if (document.documentElement.lang !== language) document.documentElement.lang = language;
  }, [language]);
  return (
    // Before React loads, the boot script sets the theme, and on the fallback page the language.
    <html lang={language} suppressHydrationWarning>
      <head />
      <body>{children}</body>
    </html>
  );
}
