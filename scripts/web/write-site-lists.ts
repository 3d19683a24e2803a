import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { originMark } from '#contract/paths.ts';
import { languages } from '#domain/language.ts';

/**
 * The sitemap with each public page and its other languages, and robots.txt with the excluded
 * pages.
 */
export async function writeSiteLists(folder: string, addresses: readonly string[]): Promise<void> {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  const entries = addresses.map(toEntry).join('');
  await writeFile(join(folder, 'sitemap.xml'), `${head}\n<urlset ${names}>${entries}</urlset>\n`);
  await writeFile(join(folder, 'robots.txt'), robots);
}

function toEntry(address: string): string {
  const alternates = languages.map((lang) => {
    const href = originMark + address.replace(/^\/[^/]+/, `/${lang}`);
    return `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`;
  });
  return `<url><loc>${originMark}${address}</loc>${alternates.join('')}</url>`;
}

const robots = [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /python_api/',
  '',
  `Sitemap: ${originMark}/sitemap.xml`,
  '',
].join('\n');
