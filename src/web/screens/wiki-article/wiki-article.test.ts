import { expect, test } from 'vitest';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { meta } from './wiki-article.tsx';

test('the title of an article that does not exist says so', async () => {
  await loadPhrases('en');
  expect(meta({ params: { lang: 'en', slug: 'no-such-article' } })).toMatchObject({
    title: 'Article not found · Kurs',
    isUnlisted: true,
  });
});
