import type { FastifyPluginAsync, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import type { Answer, Endpoint, Endpoints, GuardName, Received } from '#contract/endpoint.ts';
import type { Guard } from './errors/route-errors.ts';

/** The guards of these endpoints. */
export type Guards<Name extends GuardName = GuardName> = Readonly<Record<Name, Guard | readonly Guard[]>>;

type Used<E> = E[keyof E] extends { readonly guards: readonly (infer Name extends GuardName)[] } ? Name : never;

/** Answers one call each; what is no JSON is sent by the reply, which is then returned. */
export type Handlers<E> = {
  readonly [Key in keyof E]: (
    request: FastifyRequest<Received<Key, E[Key]>>,
    reply: FastifyReply,
  ) => Answer<E[Key]> | FastifyReply | Promise<Answer<E[Key]> | FastifyReply>;
};

/** What only the server knows of a call, such as a limit of its own. */
type Options<E> = { readonly [Key in keyof E]?: Omit<RouteShorthandOptions, 'schema' | 'preParsing'> };

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Registers calls as the contract describes them. */
export const serveEndpoints =
  <const E extends Endpoints>(
    endpoints: E,
    guards: Guards<Used<NoInfer<E>>>,
    handlers: Handlers<NoInfer<E>>,
    options: Options<NoInfer<E>> = {},
  ): FastifyPluginAsync =>
  async (app) => {
    const guardsByName: Partial<Guards> = guards;
    const optionsByKey = new Map<string, RouteShorthandOptions | undefined>(Object.entries(options));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each handler takes what the schema of its endpoint admits
    const handlersByKey = new Map(Object.entries(handlers) as [string, Handler][]);
    for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const [method = '', url = ''] = key.split(' ');
      const handle = handlersByKey.get(key);
      if (!handle) throw new Error(`${key} has no handler`);
      const { config, ...own } = optionsByKey.get(key) ?? {};
      const { guards: names, cookie = false, inMaintenance = names.includes('admin') } = endpoint;
      const checks = names.flatMap((name) => guardsByName[name] ?? noGuard(name));
      const errors = [...(endpoint.errors ?? []), ...checks.flatMap((check) => check.errors ?? [])];
      const [status] = toStatuses(endpoint);
      app.route({
        ...own,
        method,
        url,
        schema: toSchema(url, endpoint),
        config: { ...config, errors: [...new Set(errors)], cookie, inMaintenance },
        // After the rate limit, and before the body is read.
        preParsing: checks,
        handler: async (request, reply) => {
          const answer = await handle(request, reply.code(status));
          // What the handler sent itself, such as a redirect, must not be answered again.
          return reply.sent ? reply : (answer ?? null);
        },
      });
    }
  };

const noGuard = (name: GuardName): never => {
  throw new Error(`the guard ${name} is missing`);
};

const toStatuses = ({ answer, status = answer ? 200 : 204 }: Endpoint): readonly [number, ...number[]] =>
  typeof status === 'number' ? [status] : status;

function toSchema(url: string, endpoint: Endpoint): FastifySchema {
  const { query, body, answer = z.null(), produces } = endpoint;
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const named = names.length > 0 ? z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) : undefined;
  const params = endpoint.params ?? named;
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(produces && { produces }),
    response: Object.fromEntries(toStatuses(endpoint).map((status) => [status, answer])),
  };
}
