import type { Plural } from '#phrases/translation.ts';

/* oxlint-disable typescript/consistent-type-imports -- a namespace is one line */
/** Namespaces that the browser shows, each a folder of `src/phrases`; the source language is the type of the others. */
interface Source {
  readonly about: typeof import('#phrases/about/uk.ts').phrases;
  readonly account: typeof import('#phrases/account/uk.ts').phrases;
  readonly auth: typeof import('#phrases/auth/uk.ts').phrases;
  readonly bankroll: typeof import('#phrases/bankroll/uk.ts').phrases;
  readonly common: typeof import('#phrases/common/uk.ts').phrases;
  readonly contest: typeof import('#phrases/contest/uk.ts').phrases;
  readonly flow: typeof import('#phrases/flow/uk.ts').phrases;
  readonly history: typeof import('#phrases/history/uk.ts').phrases;
  readonly home: typeof import('#phrases/home/uk.ts').phrases;
  readonly instruction: typeof import('#phrases/instruction/uk.ts').phrases;
  readonly record: typeof import('#phrases/record/uk.ts').phrases;
  readonly signal: typeof import('#phrases/signal/uk.ts').phrases;
  readonly trader: typeof import('#phrases/trader/uk.ts').phrases;
}

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

/** The path of a phrase, such as `flow.live.entry`. */
export type PhraseKey = Leaves<Source>;

type At<T, Key extends string> = Key extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : Key extends keyof T
    ? T[Key]
    : never;

type Names<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never;
/** `{{brand}}` is filled in by itself. */
type NamesOf<Phrase> = Exclude<NamesIn<Phrase>, 'brand'>;
type NamesIn<Phrase> = Phrase extends string
  ? Names<Phrase>
  : Phrase extends { readonly one: string; readonly other: infer Other }
    ? Names<Other> | 'count'
    : never;

/** Required values of a phrase: one per placeholder, and the count that selects a plural form. */
export type Values<Key extends PhraseKey> = [NamesOf<At<Source, Key>>] extends [never]
  ? []
  : [{ readonly [Name in NamesOf<At<Source, Key>>]: Name extends 'count' ? number : string | number }];

export type Namespace = keyof Source;
