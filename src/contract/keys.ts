import { z } from 'zod';
import { apiKeyScopes } from '#domain/accounts/api-key.ts';
import { AnswerLang, Id, Instant, isWholeText, RequestedInstant } from './wire.ts';

const id = '4f0c9f1e-7a52-4c57-9d0e-2b8f6f0f5a11';
const Scopes = z.array(z.enum(apiKeyScopes)).min(1).max(apiKeyScopes.length);

export const CreateKeyBody = z
  .strictObject({
    name: z.string().trim().min(1).max(60).refine(isWholeText),
    scopes: Scopes.transform((scopes) => apiKeyScopes.filter((scope) => scopes.includes(scope))),
    /** Absent or null: the key is valid until it is ended. */
    expiresAt: RequestedInstant.nullish(),
    lang: AnswerLang,
  })
  // Zod leaves out `examples` of what it transforms.
  .meta({ example: { name: 'My spreadsheet', scopes: ['read'], expiresAt: '2027-06-30T00:00:00.000Z' } });
export type CreateKeyBody = z.infer<typeof CreateKeyBody>;

/** The only answer that contains the key: it is stored as a hash. */
export const CreatedKey = z
  .object({ id: Id, key: z.string() })
  .meta({ id: 'CreatedKey', examples: [{ id, key: 'kurs_wPq3kF0n8mYh5sTz1vLx7cRb2dJg4uAe6oNi9tKpQyM' }] });
export type CreatedKey = z.infer<typeof CreatedKey>;

export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    scopes: z.array(z.enum(apiKeyScopes)),
    /** The first characters of the key, to recognise it by. */
    start: z.string(),
    createdAt: Instant,
    expiresAt: Instant.nullable(),
    /** To the minute; null: never used. */
    lastUsedAt: Instant.nullable(),
  })
  .meta({
    id: 'ApiKey',
    examples: [
      {
        id,
        name: 'My spreadsheet',
        scopes: ['read'],
        start: 'kurs_wPq3k',
        createdAt: '2026-11-23T09:30:00.000Z',
        expiresAt: '2027-06-30T00:00:00.000Z',
        lastUsedAt: null,
      },
    ],
  });
export type ApiKey = z.infer<typeof ApiKey>;
export const ApiKeys = z.object({ items: z.array(ApiKey) });
