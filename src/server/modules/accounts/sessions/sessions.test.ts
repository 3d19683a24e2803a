import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#server/deliveries/message.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { createChaosProxy } from '#tests/support/network/chaos-proxy.ts';
import { testAccounts } from '#tests/support/test-people.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { hourMs } from '#domain/time.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { findUser, listOpenSessions, type UserRow } from '../accounts.repository.ts';
import { endSession, rotateSession, startSession, whoIs } from './sessions.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let user: UserRow;
let now = Date.parse('2026-03-02T09:00:00.000Z');
let ctx: AccountsContext;
const mails: Message[] = [];

/** As in a process of its own. */
const aProcess = (at: Pick<TestDatabase, 'db'> = database): AccountsContext => ({
  ...testAccounts(testPlatform(at), mails).ctx,
  clock: { now: () => now },
});

beforeAll(async () => {
  ctx = aProcess();
  const found = await findUser(database.db, await aUser(database.db));
  if (!found) throw new Error('the user was not stored');
  user = found;
});

describe('an access token', () => {
  it('identifies its user for ten minutes', async () => {
    const { accessToken } = await startSession(ctx, user);
    expect((await whoIs(ctx, accessToken))?.user.id).toBe(user.id);
    now += 599_999;
    expect((await whoIs(ctx, accessToken))?.user.id).toBe(user.id);
    now += 1;
    expect(await whoIs(ctx, accessToken)).toBeNull();
  });

  it('is revoked at once with its login session, and listeners are notified', async () => {
    const ended: string[] = [];
    ctx.bus.onNotice('sessions_ended', (ids) => ended.push(...ids));
    const { accessToken, refreshToken } = await startSession(ctx, user);
    const sessionId = (await whoIs(ctx, accessToken))?.sessionId;
    await endSession(ctx, refreshToken);
    expect(await whoIs(ctx, accessToken)).toBeNull();
    expect(ended).toEqual([sessionId]);
  });

  it('is verified and read once for all calls that arrive meanwhile', async () => {
    let verified = 0;
    const counting: AccountsContext = {
      ...ctx,
      tokens: { ...ctx.tokens, readAccess: (token, at) => (verified++, ctx.tokens.readAccess(token, at)) },
    };
    const { accessToken } = await startSession(counting, user);
    const callAll = () => Promise.all(Array.from({ length: 50 }, () => whoIs(counting, accessToken)));
    expect(new Set((await callAll()).map((session) => session?.user.id))).toEqual(new Set([user.id]));
    expect(verified).toBe(1);
    now += 5_000;
    await callAll();
    expect(verified).toBe(2);
  });

  it('is not answered from a read that began before its login session ended', async () => {
    const { db, close } = connectDatabase({ url: database.url, onIdleError: () => undefined });
    const held = aProcess({ db });
    const { accessToken, refreshToken } = await startSession(held, user);
    const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const pool = db.$client;
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    const holdOnce = async (...args: unknown[]) => {
      pool.query = query as typeof pool.query;
      const answer = await query(...args);
      answered.resolve();
      await released.promise;
      return answer;
    };
    pool.query = holdOnce as typeof pool.query;
    const before = whoIs(held, accessToken);
    await answered.promise;
    await endSession(held, refreshToken);
    const after = whoIs(held, accessToken);
    released.resolve();
    expect((await before)?.user.id).toBe(user.id);
    expect(await after).toBeNull();
    expect(await whoIs(held, accessToken)).toBeNull();
    await close();
  });

  it.each([
    ['junk', () => 'junk'],
    [
      'a token without a signature',
      (token: string) =>
        `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    [
      'a token with one bit changed',
      (token: string) => token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.at(-1),
    ],
  ])('%s identifies no user', async (_title, forge) => {
    const { accessToken } = await startSession(ctx, user);
    expect(await whoIs(ctx, forge(accessToken))).toBeNull();
  });
});

describe('a refresh token', () => {
  it('notifies nobody when its login session was signed out', async () => {
    mails.length = 0;
    const { refreshToken } = await startSession(ctx, user);
    const next = await rotateSession(ctx, refreshToken);
    await endSession(ctx, next?.refreshToken ?? '');
    now += 60_000;
    expect(await rotateSession(ctx, refreshToken)).toBeNull();
    expect(mails).toEqual([]);
  });
});

describe('the list of login sessions', () => {
  it('shows when and with which device each was last seen', async () => {
    const other = await findUser(database.db, await aUser(database.db));
    if (!other) throw new Error('the user was not stored');
    const { refreshToken } = await startSession(ctx, other, 'first');
    now += hourMs;
    await rotateSession(ctx, refreshToken, 'x'.repeat(1_000));
    const [stored] = await listOpenSessions(database.db, other.id, new Date(now));
    expect(stored).toMatchObject({
      createdAt: new Date(now - hourMs),
      lastSeenAt: new Date(now),
      userAgent: 'x'.repeat(300),
    });
  });
});

describe('two processes on one database', () => {
  it('a login session ended by one is over in the other within five seconds, with what it opened there', async () => {
    const other = aProcess();
    const ended: string[] = [];
    other.bus.onNotice('sessions_ended', (ids) => ended.push(...ids));
    const { accessToken, refreshToken } = await startSession(ctx, user);
    const sessionId = (await whoIs(other, accessToken))?.sessionId;
    await endSession(ctx, refreshToken);
    now += 5_000;
    expect(await whoIs(other, accessToken)).toBeNull();
    expect(ended).toEqual([sessionId]);
  });

  it('a known user is admitted while the database does not answer', async () => {
    const { accessToken } = await startSession(ctx, user);
    await whoIs(ctx, accessToken);
    const blocker = await database.pool.connect();
    await blocker.query('begin; lock table sessions in access exclusive mode');
    now += 5_000;
    expect((await whoIs(ctx, accessToken))?.user.id).toBe(user.id);
    await blocker.query('rollback');
    blocker.release();
  });

  it('cached login sessions stay valid during a database outage until the token expires', async () => {
    const proxy = await createChaosProxy(database.url);
    const connection = connectDatabase({ url: proxy.url, onIdleError: () => undefined, maxConnections: 1 });
    const far = aProcess(connection);
    const { accessToken } = await startSession(ctx, user);
    expect(await whoIs(far, accessToken)).not.toBeNull();
    proxy.cut();
    now += 300_000;
    expect((await whoIs(far, accessToken))?.user.id).toBe(user.id);
    now += 300_000;
    expect(await whoIs(far, accessToken)).toBeNull();
    await connection.close();
    await proxy.close();
  });
});
