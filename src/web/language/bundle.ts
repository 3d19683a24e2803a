import type { Translation } from '#phrases/translation.ts';
import type { Source } from './phrase-key.ts';

/** A file of `src/phrases`: the texts of one part of the product. */
export type Namespace = keyof Source;

/** Loaders of each namespace in one language. */
export type Bundle = { readonly [Name in Namespace]: () => Promise<Translation<Source[Name]>> };
