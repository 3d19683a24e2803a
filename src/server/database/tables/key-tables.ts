import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { apiKeyScopes } from '#domain/accounts/api-key.ts';
import { bytes, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** API keys as hashes: a leaked hash grants no access. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    name: text().notNull(),
    keyHash: bytes().notNull(),
    start: text().notNull(),
    scopes: text({ enum: apiKeyScopes }).array().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant(),
    lastUsedAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'api_keys__id', columns: [t.id] }),
    userForeignKey('api_keys__user_id', t.userId),
    uniqueIndex('api_keys__key_hash').on(t.keyHash),
    index('api_keys__user_id_idx').on(t.userId, t.createdAt),
    check('api_keys__scopes', sql`${t.scopes} <@ array['read', 'signals'] and cardinality(${t.scopes}) > 0`),
  ],
);
