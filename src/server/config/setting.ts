import { z } from 'zod';

/** A setting of the operator: an environment variable. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** What is allowed, which is also the text of the error, and what holds when it is unset. */
  readonly schema: Schema;
  /** Its value in `.env.example`: the default, where there is one. */
  readonly example: string;
  /** The lines that explain it there; none where the name says enough. */
  readonly text: readonly string[];
  /** Its value is never printed on a screen or in a log. */
  readonly isSecret: boolean;
}

/** Settings by name, in the order of `.env.example`. */
export type Settings = Readonly<Record<string, Setting>>;

export type SchemasOf<T extends Settings> = { readonly [Name in keyof T]: T[Name]['schema'] };

/** The parsed values of settings. */
export type ValuesOf<T extends Settings> = z.output<z.ZodObject<SchemasOf<T>>>;

/** The variables that the operator has set. */
export type Given = Readonly<Record<string, string>>;

/** An environment variable with a value that is not allowed. */
export interface ConfigIssue {
  readonly name: string;
  /** Null: the variable is missing. */
  readonly value: string | null;
  readonly allowed: string;
}

export const setting = <T extends z.ZodType>(schema: T, example: string, ...text: string[]): Setting<T> => ({
  schema,
  example,
  text,
  isSecret: false,
});

/** The example is what an unset variable means. */
export const withDefault = <T extends z.ZodType>(
  schema: T,
  example: z.input<T> & string,
  ...text: string[]
): Setting<z.ZodPrefault<T>> => setting(z.prefault(schema, example), example, ...text);

export const secret = <T extends z.ZodType>(
  schema: T,
  example: string,
  ...text: string[]
): Setting<z.ZodOptional<T>> => ({ ...setting(schema.optional(), example, ...text), isSecret: true });

export const missing = (name: string, allowed: string): ConfigIssue => ({ name, value: null, allowed });

/** Those of `names` that are not set. */
export const findMissing = (given: Given, names: readonly string[], allowed: string): ConfigIssue[] =>
  names.filter((name) => !given[name]).map((name) => missing(name, allowed));
