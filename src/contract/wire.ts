import { z } from 'zod';
import { languages } from '#domain/language.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';

/** ISO 8601 UTC with milliseconds, the only time format of the API. */
export const Instant = z.iso.datetime({ precision: 3 });
export const toInstant = (ms: number): string => new Date(ms).toISOString();
export const toInstantOrNull = (at: Date | number | null): string | null =>
  at === null ? null : toInstant(Number(at));
/** SHA-256, lower-case hex. */
export const Hash = z.string().regex(/^[0-9a-f]{64}$/);
export const Count = z.number().int().nonnegative();
/** Of one. */
export const Share = z.number().min(0).max(1);
export const Id = z.uuid();
/** Whether it may be an id; anything else is known to name nothing, and the database would reject it. */
export const isId = (text: string): boolean => Id.safeParse(text).success;

export const PairSymbol = z.string().refine(isSymbol, { params: { phrase: 'notPair' } });

/** One of these numbers in the text of a query. */
export const queryNumber = <Value extends number>(values: readonly Value[]) =>
  z.enum(values.map(toText)).transform((text): Value => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text of one of the values
    return Number(text) as Value;
  });

const toText = <Value extends number>(value: Value): `${Value}` => `${value}`;

interface RequestedPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Whether a period, where both ends are given, ends no earlier than it begins. */
export const isPeriod = ({ from, to }: RequestedPeriod): boolean =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);

/** Of a period whose end comes before its beginning. */
export const notPeriod = { path: ['to'], params: { phrase: 'notPeriod' } };

/** Language of the answer, for calls that do not use it otherwise; without it, by `Accept-Language`. */
export const AnswerLang = z.enum(languages).optional();

const [firstYear, lastYear] = [1, 9999];
/**
 * An instant supplied by the caller, in any time zone. Years outside this range have a different or
 * no representation in the database.
 */
export const RequestedInstant = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= firstYear && year <= lastYear;
});

/** Whether the text has no lone surrogates, which canonical JSON (RFC 8785) cannot represent. */
export const isWholeText = (text: string): boolean => !/\p{Surrogate}/u.test(text);
