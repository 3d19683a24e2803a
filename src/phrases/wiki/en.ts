import type { Translation } from '../translation.ts';
import type { wikiUk } from './uk.ts';

export const wikiEn: Translation<typeof wikiUk> = {
  title: 'Wiki',
  lead: 'Seven short articles about risk, strategies and indicators.',
  description:
    'Seven articles on binary options: how they work, how to measure risk and what to check in a strategy and a broker. With worked numbers.',
  minutes: '{{minutes}} min read',
  all: 'All articles',
  contents: 'Contents',
  neighbours: 'Other articles',
  previous: 'Previous article',
  next: 'Next article',
  notFound: {
    title: 'Article not found',
    text: 'Its address may have changed. You’ll find every article in one list.',
  },
};
