import type { ApiKeyScope } from '#domain/accounts/api-key.ts';
import type { ErrorCode } from '#domain/error-code.ts';

/** One of these opens the call; none: the call is open. */
type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** How a caller is recognised. `cookieName`: of the refresh token. */
export const securitySchemes = (cookieName: string) =>
  ({
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The access token of a login session, from signing in or `GET /api/refresh`; ten minutes.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'kurs_…',
      description: 'An API key. The call names the scope that opens it; no key opens any other call.',
    },
    refreshCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName,
      description: 'The refresh token of a login session, set by signing in and replaced by each use.',
    },
  }) as const;

const byCookie: readonly string[] = ['GET /api/refresh', 'POST /api/logout'];

/** `name`: such as `GET /api/keys`; `scope`: of the keys that open the call. */
export function getSecurity(name: string, errors: readonly ErrorCode[], scope: ApiKeyScope | null): Security {
  if (byCookie.includes(name)) return [{ refreshCookie: [] }];
  if (!errors.includes('scope_missing')) return [];
  return [{ accessToken: [] }, ...(scope ? [{ apiKey: [scope] }] : [])];
}
