import geologicaCyrillic from '@fontsource-variable/geologica/files/geologica-cyrillic-wght-normal.woff2?url';
import geologicaLatin from '@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2?url';
import onestCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url';
import onestLatin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url';
import type { Language } from '#domain/language.ts';

const latin = [geologicaLatin, onestLatin];
const cyrillic = [geologicaCyrillic, onestCyrillic, ...latin];

/** What the first view of a built page is written in. */
export const fontPreloads: Record<Language, readonly string[]> = { uk: cyrillic, ru: cyrillic, en: latin };
