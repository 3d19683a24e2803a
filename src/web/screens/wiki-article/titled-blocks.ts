import type { WikiBlock } from '#content/wiki/wiki-article.ts';

export interface TitledBlock {
  /** The same in every language, so that a link to a section survives a language switch. */
  readonly id: string;
  readonly block: WikiBlock;
}

export const titledBlocks = (blocks: readonly WikiBlock[]): TitledBlock[] =>
  blocks.map((block, place) => ({ id: `part-${place + 1}`, block }));
