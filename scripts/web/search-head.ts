import { originMark } from '#contract/built-pages.ts';
import { type Language, languages, locales } from '#domain/language.ts';
import type { PageFacts } from '#web/language/page-title.ts';
import { brand } from './built-brand.ts';
import { escaped } from './escaped.ts';
import { picturePath } from './share-pictures.ts';
import { structuredData } from './structured-data.ts';

/**
 * Metadata of a public page for search engines and messengers. It describes the requested page: the
 * browser removes it on the first navigation (main.tsx), and the next page sets its own title
 * and description.
 */
export function searchHead(address: string, lang: Language, facts: PageFacts): string {
  if (facts.isUnlisted) return '';
  const url = originMark + address;
  const tags = [
    `<link rel="canonical" href="${url}"`,
    ...languages.map(
      (other) => `<link rel="alternate" hreflang="${other}" href="${originMark}${inOther(address, other)}"`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${originMark}${inOther(address, 'en')}"`,
    ...sharedTags(url, lang, facts),
  ].map((tag) => `${tag} data-first-page>`);
  const data = JSON.stringify(structuredData(address, lang, facts)).replaceAll('<', '\\u003c');
  return `${tags.join('')}<script type="application/ld+json" data-first-page>${data}</script>`;
}

const toLocale = (lang: Language): string => locales[lang].replace('-', '_');

const inOther = (address: string, lang: Language): string => address.replace(/^\/[^/]+/, `/${lang}`);

function sharedTags(url: string, lang: Language, { title, description = '', article }: PageFacts): string[] {
  const picture = originMark + picturePath(new URL(url).pathname);
  const properties: [name: string, content: string][] = [
    ['og:type', article ? 'article' : 'website'],
    ['og:site_name', brand.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:locale', toLocale(lang)],
    ...languages
      .filter((other) => other !== lang)
      .map((other): [string, string] => ['og:locale:alternate', toLocale(other)]),
    ['og:image', picture],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', title],
  ];
  return [
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escaped(content)}"`),
    '<meta name="twitter:card" content="summary_large_image"',
  ];
}
