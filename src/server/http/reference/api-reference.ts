import { readFile } from 'node:fs/promises';
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { healthPaths } from '#contract/health.ts';
import { refreshCookieName } from '#contract/accounts.ts';
import { brand } from '#domain/brand.ts';
import { securitySchemes } from './call-security.ts';
import { completeReference } from './complete-reference.ts';
import { referencePolicy } from '../pages/page-policy.ts';
import type { Reference } from './reference.ts';

const documentPath = `${healthPaths.docs}/json`;

/**
 * Must be registered before the modules, because it collects their routes as they are registered.
 */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brand.name} API`, version: '1', description: await readIntroduction(publicUrl) },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: securitySchemes(refreshCookieName(publicUrl)) },
    },
    transform: withConfig,
    transformObject: jsonSchemaTransformObject,
  });
}

/** When the reference is completed, `x-scope` becomes the security of the call and `x-errors` its answers. */
const withConfig: SwaggerTransform = (given) => {
  const { schema, url } = jsonSchemaTransform(given);
  const { scope, errors } = given.route.config ?? {};
  return { schema: Object.assign({}, schema, { 'x-scope': scope, 'x-errors': errors }), url };
};

/**
 * The page for developers, which a test runs (tests/api/api-page.test.ts), without its heading and
 * with the address of this product in its commands.
 */
const readIntroduction = async (publicUrl: string): Promise<string> =>
  (await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8'))
    .replace(/^# .*\n+/, '')
    .replaceAll('http://localhost:3000', publicUrl);

/** Served entirely from this server: no external fonts, analytics or assistants. */
export async function showApiReference(app: FastifyInstance): Promise<void> {
  app.get(documentPath, { schema: { hide: true } }, async (_request, reply) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- OpenAPI 3.1, as configured above
    const reference = completeReference(app.swagger() as Reference);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(reference));
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html') && typeof payload === 'string';
      if (isPage) reply.header('content-security-policy', referencePolicy(payload));
    });
    await docs.register(scalar, {
      routePrefix: healthPaths.docs,
      configuration: {
        url: documentPath,
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        // What leads to the vendor's own services.
        showDeveloperTools: 'never',
        hideClientButton: true,
        customCss: 'a[href*="scalar.com"] { display: none }',
      },
    });
  });
}
