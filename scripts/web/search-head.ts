import { originMark } from '#contract/built-pages.ts';
import { type Language, languages, locales } from '#domain/language.ts';
import type { PageFacts } from '#web/language/page-title.ts';
import { brand, stripBrand } from './built-brand.ts';
import { picturePath } from './share-pictures.ts';

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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an attribute or an element. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

type Thing = Readonly<Record<string, unknown>>;

const organization = { '@id': `${originMark}/#organization` };

/** A page in schema.org terms, which states only what is on it: no ratings, no offers. */
export function structuredData(address: string, lang: Language, facts: PageFacts): Thing {
  const isHome = address === `/${lang}/`;
  const things = [
    ...(isHome ? [theOrganization(), theSite(lang)] : [breadcrumbs(address, lang, facts)]),
    ...(facts.faq ? [questions(facts.faq)] : []),
    ...(facts.article ? [article(address, lang, facts)] : []),
  ];
  return { '@context': 'https://schema.org', '@graph': things };
}

const theOrganization = (): Thing => ({
  '@type': 'Organization',
  ...organization,
  name: brand.name,
  url: `${originMark}/`,
  logo: `${originMark}/favicon.svg`,
  email: brand.supportEmail,
  sameAs: Object.values(brand.social),
  ...(brand.company && { legalName: brand.company.name, address: brand.company.address }),
});

const theSite = (lang: Language): Thing => ({
  '@type': 'WebSite',
  '@id': `${originMark}/#site`,
  name: brand.name,
  url: `${originMark}/${lang}/`,
  inLanguage: lang,
  publisher: organization,
});

function breadcrumbs(address: string, lang: Language, { title, trail = [] }: PageFacts): Thing {
  const steps = [{ name: brand.name, address: `/${lang}/` }, ...trail, { name: stripBrand(title), address }];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: originMark + step.address,
    })),
  };
}

const questions = (faq: NonNullable<PageFacts['faq']>): Thing => ({
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

const article = (address: string, lang: Language, { article: written, description }: PageFacts): Thing => ({
  '@type': 'Article',
  headline: written?.headline,
  description,
  datePublished: written?.since,
  inLanguage: lang,
  mainEntityOfPage: originMark + address,
  author: organization,
  publisher: organization,
});
