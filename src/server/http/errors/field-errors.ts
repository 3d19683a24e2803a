import type { FieldError } from '#contract/api-error.ts';
import { isObject, toKeys } from '#domain/objects.ts';
import type { Language } from '#domain/language.ts';
import { type FieldErrorKey, fieldErrorPhrases } from '#phrases/field-errors.ts';
import { interpolate } from '../phrase-values.ts';

/**
 * A validation error from the type provider: a zod issue whose own fields are moved into `params`.
 */
export interface ValidationIssue {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** One entry per field with its first error, in the language of the request. */
export function fieldErrors(errors: readonly ValidationIssue[], language: Language): FieldError[] {
  const entries = errors.flatMap((error) => listFields(error).map((field) => toEntry(field, error, language)));
  return entries.filter(({ field }, i) => entries.findIndex((entry) => entry.field === field) === i);
}

function listFields({ keyword, instancePath, params }: ValidationIssue): string[] {
  const at = instancePath.split('/').filter(Boolean);
  if (keyword === 'unrecognized_keys') return toNames(params.keys).map((key) => [...at, key].join('.'));
  return [at.join('.') || 'body'];
}

function toEntry(field: string, error: ValidationIssue, language: Language): FieldError {
  const allowed = allowedValues(error);
  const message = interpolate(fieldErrorPhrases[language][toPhrase(error, allowed)], {
    n: formatBound(error),
    allowed: allowed?.join(', ') ?? '',
    expected: typeof error.params.expected === 'string' ? error.params.expected : '',
  });
  return allowed ? { field, message, allowed } : { field, message };
}

function formatBound({ params }: ValidationIssue): string {
  const bound = params.minimum ?? params.maximum;
  return typeof bound === 'number' || typeof bound === 'bigint' || typeof bound === 'string' ? String(bound) : '';
}

function toPhrase({ keyword, params, message }: ValidationIssue, allowed: readonly string[] | null): FieldErrorKey {
  if (keyword === 'invalid_type') return message?.endsWith('received undefined') ? 'required' : 'wrongType';
  if (keyword === 'too_small') return tooSmall(params);
  if (keyword === 'too_big') return params.origin === 'string' ? 'tooLong' : 'tooBig';
  if (keyword === 'invalid_format') return formatPhrases.get(params.format) ?? 'wrongFormat';
  if (keyword === 'unrecognized_keys') return 'unknownField';
  if (keyword === 'custom') return namedPhrase(params.params) ?? 'wrong';
  return allowed ? 'notAllowed' : 'wrong';
}

/** An empty text does not get the message "at least one character". */
function tooSmall({ origin, minimum }: ValidationIssue['params']): FieldErrorKey {
  if (origin !== 'string') return 'tooSmall';
  return Number(minimum) === 1 ? 'required' : 'tooShort';
}

/** A custom rule names its phrase in the contract schema. */
function namedPhrase(params: unknown): FieldErrorKey | null {
  const phrase = isObject(params) ? params.phrase : null;
  return phraseNames.find((name) => name === phrase) ?? null;
}

const phraseNames = toKeys(fieldErrorPhrases.uk);

const formatPhrases = new Map<unknown, FieldErrorKey>([
  ['datetime', 'notInstant'],
  ['email', 'notEmail'],
  ['uuid', 'notId'],
]);

/** The values of an enum, or all values of a union of literals. */
function allowedValues({ keyword, params }: ValidationIssue): string[] | null {
  if (keyword === 'invalid_value') return toNames(params.values);
  if (keyword !== 'invalid_union' || !Array.isArray(params.errors)) return null;
  const issues = params.errors.flat().filter(isObject);
  const isLiteralUnion = issues.length > 0 && issues.every((issue) => issue.code === 'invalid_value');
  return isLiteralUnion ? issues.flatMap((issue) => toNames(issue.values)) : null;
}

const toNames = (values: unknown): string[] => (Array.isArray(values) ? values.map(String) : []);
