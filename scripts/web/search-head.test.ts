import { expect, test } from 'vitest';
import { searchHead, structuredData } from './search-head.ts';

const facts = { title: 'Умови «"та" <ризик>» · Kurs', description: 'Кожен прогноз записано & підписано.' };
const origin = 'https://origin.invalid';
const head = searchHead('/uk/terms', 'uk', facts);

test('a public page links to itself and to itself in the other languages', () => {
  expect(head).toContain(`<link rel="canonical" href="${origin}/uk/terms" data-first-page>`);
  const alternates = [...head.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, lang, href]) => [lang, href]);
  expect(alternates).toEqual([
    ['uk', `${origin}/uk/terms`],
    ['en', `${origin}/en/terms`],
    ['ru', `${origin}/ru/terms`],
    ['x-default', `${origin}/en/terms`],
  ]);
  expect(searchHead('/uk/', 'uk', facts)).toContain(`hreflang="ru" href="${origin}/ru/"`);
});

test('no text of a page can end an attribute or the structured data', () => {
  expect(head).toContain('content="Умови «&quot;та&quot; &lt;ризик&gt;» · Kurs"');
  const data = /<script[^>]*ld\+json[^>]*>(.*?)<\/script>/.exec(head)?.[1] ?? '';
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toEqual(structuredData('/uk/terms', 'uk', facts));
});

test('a private page has no data for search engines', () => {
  expect(searchHead('/uk/account', 'uk', { ...facts, isUnlisted: true })).toBe('');
});

const getTypes = (address: string, more: object = {}): unknown[] =>
  (structuredData(address, 'uk', { ...facts, ...more })['@graph'] as { '@type': string }[]).map(
    (thing) => thing['@type'],
  );

test('each kind of page has its schema.org type', () => {
  expect(getTypes('/uk/')).toEqual(['Organization', 'WebSite']);
  expect(getTypes('/uk/', { faq: [{ question: 'a', answer: 'b' }] })).toEqual(['Organization', 'WebSite', 'FAQPage']);
  expect(getTypes('/uk/terms')).toEqual(['BreadcrumbList']);
  const article = { headline: 'RSI', since: '2026-11-20' };
  expect(getTypes('/uk/wiki/rsi', { article })).toEqual(['BreadcrumbList', 'Article']);
});

test('the breadcrumbs lead from the home page through the pages between', () => {
  const trail = [{ name: 'Вікі', address: '/uk/wiki' }];
  const [crumbs] = structuredData('/uk/wiki/rsi', 'uk', { title: 'RSI · Kurs', trail })['@graph'] as {
    itemListElement: { name: string; item: string }[];
  }[];
  expect(crumbs?.itemListElement.map(({ name, item }) => [name, item])).toEqual([
    ['Kurs', `${origin}/uk/`],
    ['Вікі', `${origin}/uk/wiki`],
    ['RSI', `${origin}/uk/wiki/rsi`],
  ]);
});
