import type { WikiBlock } from './wiki-article.ts';

/** Words a minute of unhurried reading: silent reading of non-fiction is measured at 175-300 (Brysbaert 2019), with numbers slower. */
const wordsAMinute = 200;

/** Minutes it takes to read an article, rounded up. */
export const readingMinutes = (blocks: readonly WikiBlock[]): number => Math.ceil(wordsIn(blocks) / wordsAMinute);

export const wordsIn = (blocks: readonly WikiBlock[]): number =>
  blocks
    .flatMap(textsOf)
    .join(' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length;

/** What a reader reads of a block: no descriptions of pictures. */
export function textsOf(block: WikiBlock): readonly string[] {
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
