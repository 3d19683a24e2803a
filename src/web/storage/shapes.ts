import { toKeys } from '#domain/objects.ts';

/** Parses a stored text; null: invalid. */
export type Reading<Value> = (text: string) => Value | null;

/**
 * Small guards instead of a schema library, because every page reads the storage and pays for what
 * it loads.
 */
export const fits =
  <Value extends string>(is: Guard<Value>): Reading<Value> =>
  (text) =>
    is(text) ? text : null;

export const oneOf = <const Word extends string>(...words: readonly Word[]): Reading<Word> => fits(isAmong(...words));

export const filled: Reading<string> = (text) => text || null;

export const number: Reading<number> = (text) => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : null;
};

/** A part of a whole, above 0 and up to 1. */
export const share: Reading<number> = (text) => {
  const value = number(text);
  return value !== null && value > 0 && value <= 1 ? value : null;
};

/** Instants as text, as the server writes them. */
export const instant: Reading<string> = (text) =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && Number.isFinite(Date.parse(text)) ? text : null;

export const toNumber =
  <Value extends number>(values: readonly Value[]): Reading<Value> =>
  (text) =>
    values.find((value) => value === number(text)) ?? null;

type Guard<Value> = (value: unknown) => value is Value;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export const isAmong =
  <const Word extends string>(...words: readonly Word[]): Guard<Word> =>
  (value): value is Word =>
    words.some((word) => word === value);

/** An object written as JSON whose fields all pass; other fields are dropped. */
export const json =
  <Value extends object>(fields: { readonly [Key in keyof Value]: Guard<Value[Key]> }): Reading<Value> =>
  (text) => {
    const read = parse(text);
    if (typeof read !== 'object' || read === null) return null;
    const entries = toKeys(fields).map((key) => [key, Reflect.get(read, key)] as const);
    if (!entries.every(([key, value]) => fields[key](value))) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of the shape has just been looked at
    return Object.fromEntries(entries) as Value;
  };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
