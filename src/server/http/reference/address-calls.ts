import type { Operation, Paths } from './reference.ts';

type Parameter = NonNullable<Operation['parameters']>[number];

/**
 * Fastify's addresses as OpenAPI can state them: it has no optional parts of a path, so
 * `/signal/{name}?` is two calls, and no wildcards, so `{*}` has a name.
 */
export const addressCalls = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const [, start, name] = /^(.*)\/\{(\w+)\}\?$/.exec(path) ?? [];
      if (start === undefined || name === undefined)
        return [[path.replace('{*}', `{${restName}}`), withParameters(methods, nameRest)] as const];
      const without = withParameters(methods, (one) => (one.name === name ? null : one));
      const required = withParameters(methods, (one) => (one.name === name ? { ...one, required: true } : one));
      return [[start, without] as const, [`${start}/{${name}}`, required] as const];
    }),
  );

const restName = 'rest';
const nameRest = (one: Parameter): Parameter => (one.name === '*' ? { ...one, name: restName } : one);

const withParameters = (methods: Paths[string], change: (one: Parameter) => Parameter | null): Paths[string] =>
  Object.fromEntries(
    Object.entries(methods).map(([method, { parameters = [], ...operation }]) => [
      method,
      { ...operation, parameters: parameters.flatMap((one) => change(one) ?? []) },
    ]),
  );
