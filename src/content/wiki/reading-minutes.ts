import type { WikiBlock } from './wiki-article.ts';

/**
 * Words per minute for relaxed reading: silent reading of non-fiction is measured at 175-300
 * (Brysbaert 2019), slower with numbers.
 */
const wordsAMinute = 200;

/** Reading time of an article in minutes, rounded up. */
export const readingMinutes = (blocks: readonly WikiBlock[]): number => Math.ceil(wordsIn(blocks) / wordsAMinute);

export const wordsIn = (blocks: readonly WikiBlock[]): number =>
  blocks
    .flatMap(listTexts)
    .join(' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length;

/** The readable text of a block, without image descriptions. */
export function listTexts(block: WikiBlock): readonly string[] {
  switch (block.type) {
    case 'section':
      return [block.title, ...block.text];
    case 'list':
      return [block.title, ...block.items];
    case 'quote':
      return [block.text];
    case 'image':
      return [];
  }
}
