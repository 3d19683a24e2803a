import type { Translation } from '../translation.ts';
import type { wikiUk } from './uk.ts';

export const wikiEn: Translation<typeof wikiUk> = {
  title: 'Wiki',
  lead: 'Seven short articles about risk, strategies and indicators.',
  description:
    'Seven articles on binary options: how they are built, how to count risk, what to check in a strategy and in a broker. With the arithmetic.',
  minutes: '{{minutes}} min read',
  all: 'All articles',
  contents: 'Contents',
  neighbours: 'Other articles',
  previous: 'Previous article',
  next: 'Next article',
  notFound: {
    title: 'Article not found',
    text: 'Its address may have changed. All articles are in one list.',
  },
};
