import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { ApiKey, CreatedKey, CreateKeyBody } from '#contract/keys.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { type ApiKeyScope, maxApiKeys } from '#domain/accounts/api-key.ts';
import type { WallClock } from '#domain/clock.ts';
import { minuteMs } from '#domain/time.ts';
import { sha256 } from '#node/sha256.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { users } from '#server/database/schema.ts';
import { apiKeys } from '#server/database/tables/key-tables.ts';
import { apiError, limitReached } from '#server/http/api-error.ts';
import { clientAddress } from '#server/http/guards/rate-limits.ts';
import { toUser, type User } from '../accounts.api.ts';
import { lockUser } from '../accounts.repository.ts';
import { createWrongKeys } from '../sign-in/wrong-keys.ts';

/** The user of a valid API key, and what the key may do. */
export interface KeyCaller {
  readonly user: User;
  readonly scopes: readonly ApiKeyScope[];
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Whether the request presents an API key, valid or not. */
export const sendsKey = ({ headers }: FastifyRequest): boolean => /^Bearer kurs_/i.test(headers.authorization ?? '');

const keyPattern = /^Bearer (kurs_[\w-]{43})$/i;
const startLength = 10;
const computeHash = (key: string): Buffer => Buffer.from(sha256(key));

export function createApiKeys({ db, clock }: { readonly db: Database; readonly clock: WallClock }) {
  const known = new WeakMap<FastifyRequest, Promise<KeyCaller | null>>();

  const wrongKeys = createWrongKeys(clock);
  const firstCalls = new Map<string, Promise<unknown>>();

  const lookUp = async (keyHash: Buffer, name: string, address: string) => {
    wrongKeys.take(address, name);
    const found = await findKeyByHash(db, keyHash, new Date(clock.now()));
    if (found) wrongKeys.wasRight(address, name);
    return found;
  };

  const find = async (request: FastifyRequest): Promise<KeyCaller | null> => {
    const key = keyPattern.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) return null;
    const keyHash = computeHash(key);
    const name = keyHash.toString('base64url');
    // Of many first calls with one key, the first shows the others whether it is right.
    const first = firstCalls.get(name);
    if (first) await first.catch(() => null);
    const looking = lookUp(keyHash, name, clientAddress(request));
    if (!first) firstCalls.set(name, looking);
    const found = await looking.finally(() => firstCalls.delete(name));
    if (!found) return null;
    const now = new Date(clock.now());
    const { id, lastUsedAt, scopes } = found.key;
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= minuteMs) await touchKey(db, id, now);
    return { user: found.user, scopes };
  };

  return {
    list: async (userId: string): Promise<ApiKey[]> => (await listKeys(db, userId)).map(toKeyDto),
    create: async (userId: string, { name, scopes, expiresAt }: CreateKeyBody): Promise<CreatedKey> => {
      const now = new Date(clock.now());
      const end = expiresAt ? new Date(expiresAt) : null;
      if (end && end <= now) throw apiError('expiry_in_the_past');
      const key = `kurs_${randomBytes(32).toString('base64url')}`;
      const id = randomUUID();
      await inTransaction(db, async ({ tx }) => {
        // Serializes two calls that would both create the last key.
        await lockUser(tx, userId);
        await deleteExpiredKeys(tx, userId, now);
        if ((await tx.$count(apiKeys, eq(apiKeys.userId, userId))) >= maxApiKeys) throw limitReached(maxApiKeys);
        const start = key.slice(0, startLength);
        await insertKey(tx, {
          id,
          userId,
          name,
          scopes,
          start,
          keyHash: computeHash(key),
          createdAt: now,
          expiresAt: end,
        });
      });
      return { id, key };
    },
    end: async (userId: string, id: string): Promise<void> => {
      if (!(await deleteKey(db, userId, id))) throw apiError('not_found');
    },
    /** Null: the request sends no valid key. Read once per request. */
    whoCalls: (request: FastifyRequest): Promise<KeyCaller | null> => {
      const caller = known.get(request) ?? find(request);
      known.set(request, caller);
      return caller;
    },
  };
}

type ApiKeyRow = typeof apiKeys.$inferSelect;

const toKeyDto = ({ id, name, scopes, start, createdAt, expiresAt, lastUsedAt }: ApiKeyRow): ApiKey => ({
  id,
  name,
  scopes,
  start,
  createdAt: toInstant(createdAt.getTime()),
  expiresAt: toInstantOrNull(expiresAt),
  lastUsedAt: toInstantOrNull(lastUsedAt),
});

/** A key that has not expired, with its user, who is neither blocked nor deleted. */
async function findKeyByHash(db: Database, keyHash: Buffer, now: Date): Promise<{ key: ApiKeyRow; user: User } | null> {
  const isOpen = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));
  const isActive = and(eq(users.isBlocked, false), isNull(users.deletedAt));
  const [row] = await db
    .select({ key: apiKeys, user: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.keyHash, keyHash), isOpen, isActive));
  return row ? { key: row.key, user: toUser(row.user) } : null;
}

const touchKey = async (db: Database, id: string, lastUsedAt: Date): Promise<void> => {
  await db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.id, id));
};

const listKeys = (db: Database, userId: string): Promise<ApiKeyRow[]> =>
  db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));

const insertKey = async (tx: Transaction, key: typeof apiKeys.$inferInsert): Promise<void> => {
  await tx.insert(apiKeys).values(key);
};

const deleteExpiredKeys = async (tx: Transaction, userId: string, now: Date): Promise<void> => {
  await tx.delete(apiKeys).where(and(eq(apiKeys.userId, userId), lte(apiKeys.expiresAt, now)));
};

/** False: the user has no such key. */
const deleteKey = async (db: Database, userId: string, id: string): Promise<boolean> =>
  (
    await db
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
      .returning()
  ).length > 0;
