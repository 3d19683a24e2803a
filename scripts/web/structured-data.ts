import { originMark } from '#contract/built-pages.ts';
import type { Language } from '#domain/language.ts';
import type { PageFacts } from '#web/language/page-title.ts';
import { brand } from './built-brand.ts';

type Thing = Readonly<Record<string, unknown>>;

const organization = { '@id': `${originMark}/#organization` };

/** What a page is, in schema.org terms. Only what is on it: no ratings, no offers. */
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

/** The tab's title without the name of the product. */
export const stripBrand = (title: string): string => title.replace(` · ${brand.name}`, '');

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
