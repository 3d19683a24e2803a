import { beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#domain/language.ts';
import { featureNames } from '#engine/features/market-features.ts';
import { loadPhrases, phrasesIn } from '#web/language/phrase-book.ts';
import { ideaSentence } from './why.tsx';
import { getIdea } from './ideas.ts';

const marketIdeas = ['stretched', 'turning', 'volatility', 'time', 'pairs'];
/** The features of the engine, and the one that the trees add. */
const localFeatures = [...featureNames, 'pair_reversion'];

beforeAll(async () => {
  await Promise.all(languages.map((lang) => loadPhrases(lang, ['flow'])));
});

test.each(localFeatures)('%s belongs to one of the five ideas about the market', (feature) => {
  expect(marketIdeas).toContain(getIdea(feature));
});

describe('a sentence', () => {
  const say = (feature: string, value: number): string => ideaSentence(feature, value, phrasesIn('en'));

  test.each([
    ['z_120', -2.1, 'The price is far below its two-hour mean'],
    ['z_120', -1, 'The price is below its two-hour mean'],
    ['ema_distance_20', 0.1, 'The price is close to its 20-minute mean'],
    ['position_60', 90, 'The price is near its one-hour high'],
    ['rsi_14', 34.2, 'The 14-minute path has more falls than rises'],
    ['vote_cci', 1, 'Classic indicators say the price has fallen too far'],
    ['move_240', -1.4, 'The four-hour move is a sharp fall'],
    ['run', -4, 'Closes down in a row: 4'],
    ['range_5_60', 0.8, 'The market is much wilder than usual'],
    ['day_minute', 65, 'It’s 18:05 in New York'],
    ['day_minute', 900, 'It’s 8:00 in New York'],
    ['weekday', 0, 'Day of the week in New York: Sunday'],
    ['apart_level', 0.5, 'The pair is above what other pairs suggest'],
    ['kurs_ai_v1', 55.9, 'Kurs AI v1 puts a rise at 55.9%'],
    ['other', 45, 'Factors too small for a row of their own: 45'],
  ])('of %s at %d', (feature, value, sentence) => {
    expect(say(feature, value)).toBe(sentence);
  });

  test.each(languages)('exists for every feature at every size in %s', (lang) => {
    const all = localFeatures.flatMap((feature) =>
      [-100, -1, -0.3, 0, 0.3, 1, 100].map((value) => ideaSentence(feature, value, phrasesIn(lang))),
    );
    expect(all.filter((text) => text.includes('ideas.') || text.includes('{{'))).toEqual([]);
  });
});
