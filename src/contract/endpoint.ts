import type { z } from 'zod';
import type { ErrorCode } from '#domain/error-code.ts';

/**
 * What the server checks of a caller, in the order that an endpoint names. `sameOrigin`: no page of
 * another site calls; `signedInOrWaiting`: a session that waits for its second factor may call too.
 */
export type GuardName =
  | 'sameOrigin'
  | 'signedIn'
  | 'signedInOrWaiting'
  | 'admin'
  | 'recentlyConfirmed'
  | 'provenPassword'
  | 'signalAccess';

/** One call: all that the server, the browser and the OpenAPI document need to know of it. */
export interface Endpoint {
  /** Who may call; empty: anyone. */
  readonly guards: readonly GuardName[];
  /** The cookie of the login session proves the caller, not an access token. */
  readonly cookie?: true;
  /**
   * Answered during maintenance too, as are all calls of administrators: health, the record, signing in,
   * what every page asks for first, and what the owner of an open signal sees of it.
   */
  readonly inMaintenance?: true;
  /** Absent: each parameter of the path is any text. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Absent: none. */
  readonly answer?: z.ZodType;
  /** Absent: 200, and 204 without an answer. Of several the first is the usual one. */
  readonly status?: number | readonly [number, ...number[]];
  /** Media types besides or instead of JSON. */
  readonly produces?: readonly string[];
  /** Beside those of the guards and of every call. */
  readonly errors?: readonly ErrorCode[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** By method and path, such as `GET /api/sessions/:id`. */
export type Endpoints = Readonly<Record<`${Method} /${string}`, Endpoint>>;

/** The parameters that a path names. */
type ParamName<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamName<`/${More}`>
    : Rest
  : Path extends `${string}*`
    ? '*'
    : never;

/** What a caller sends. */
export type Sent<Path, E> = Named<ParamName<Path>> &
  SentPart<'query', Part<E, 'query'>> &
  SentPart<'body', Part<E, 'body'>>;

type Named<Name extends string> = [Name] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<Name, string | number>> };

/** A number or a boolean stands for its text in an address. */
type Text<Value> = Value | (Value extends `${infer Meant extends number | boolean}` ? Meant : never);
type Texts<Query> = { readonly [Key in keyof Query]: Text<Query[Key]> };

type SentPart<Name extends string, Shape> = Shape extends z.ZodType
  ? Record<never, never> extends z.input<Shape>
    ? { readonly [Key in Name]?: Name extends 'query' ? Texts<z.input<Shape>> : z.input<Shape> }
    : { readonly [Key in Name]: Name extends 'query' ? Texts<z.input<Shape>> : z.input<Shape> }
  : unknown;

type Output<Shape, Otherwise> = Shape extends z.ZodType ? z.output<Shape> : Otherwise;
type Part<E, Name extends keyof Endpoint> = E extends { readonly [Key in Name]: infer Shape } ? Shape : undefined;

/** What the server reads from a request. */
export interface Received<Path, E> {
  Params: Output<Part<E, 'params'>, Record<ParamName<Path>, string>>;
  Querystring: Output<Part<E, 'query'>, unknown>;
  Body: Output<Part<E, 'body'>, unknown>;
}

export type Answer<E> = Output<Part<E, 'answer'>, void>;
