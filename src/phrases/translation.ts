/** Plural forms by Intl.PluralRules: uk and ru have all four, en one and other; a test asks for each that a language has. */
export type Plural = {
  readonly one: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
};

/** The type of a translation: exactly the same keys as the source language. */
export type Translation<Source> = {
  readonly [K in keyof Source]: Source[K] extends string
    ? string
    : Source[K] extends Plural
      ? Plural
      : Translation<Source[K]>;
};
