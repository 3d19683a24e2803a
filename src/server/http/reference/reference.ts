import type { ApiKeyScope } from '#domain/accounts/api-key.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import type { getSecurity } from './call-security.ts';
import type { JsonSchema } from './create-example.ts';

/** The parts of the OpenAPI document that are completed. */
export interface Reference {
  readonly paths?: Paths;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}
interface Content {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}
export interface Body {
  readonly content?: Readonly<Record<string, Content>>;
}
export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  /** Of the route's `config` (api-reference.ts): the scope of the keys that open the call, and its errors. */
  readonly 'x-scope'?: ApiKeyScope;
  readonly 'x-errors'?: readonly ErrorCode[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: Body;
  readonly security?: ReturnType<typeof getSecurity>;
  readonly responses?: Readonly<Record<string, Body & { readonly description?: string }>>;
}
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
