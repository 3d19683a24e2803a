/** Plural forms by Intl.PluralRules: uk and ru need all four, en one and other. */
export type Plural = {
  readonly one: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
};

/** What a language other than the source must say: the same keys, no more, no fewer. */
export type Translation<Source> = {
  readonly [K in keyof Source]: Source[K] extends string
    ? string
    : Source[K] extends Plural
      ? Plural
      : Translation<Source[K]>;
};
