import type { Api } from '#contract/api.ts';
import type { Sent } from '#contract/endpoint.ts';

interface Options {
  /** An image or other file, sent unchanged. */
  readonly file?: Blob;
  readonly abort?: AbortSignal | undefined;
  /** Sends no token and renews none: public data, and sign-in itself. */
  readonly anonymous?: boolean;
  /** Is sent even when the page is left meanwhile. */
  readonly keepalive?: boolean;
}

export type Call = keyof Api;
type CallOptions<C extends Call> = Sent<C, Api[C]> & Options;
/** A call that needs nothing takes nothing. */
export type CallArguments<C extends Call> =
  Record<never, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];

/** Any of them, once it is known which. */
export interface Request extends Options {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: object;
  readonly accept?: string;
}

/** The address of a call. */
export const toAddress = <const C extends Call>(name: C, ...[options]: CallArguments<C>): string =>
  fillAddress(name, options);

export function fillAddress(name: Call, { params = {}, query = {} }: Request = {}): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_match, param: string) => encodeURIComponent(params[param] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}
