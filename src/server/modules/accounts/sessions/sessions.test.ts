import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewMail } from '#server/modules/mail/mail.api.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createChaosProxy } from '#tests/support/network/chaos-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { hourMs } from '#domain/time.ts';
import { findUser, type UserRow } from '../accounts.repository.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createTokens, type Tokens } from './tokens.ts';

let database: TestDatabase;
let user: UserRow;
let now = Date.parse('2026-03-02T09:00:00.000Z');
let sessions: Sessions;
let tokens: Tokens;
const mails: NewMail[] = [];
const clock = { now: () => now };

beforeAll(async () => {
  database = await createTestDatabase();
  tokens = createTokens({ secret: 'a secret of this test, long enough for anybody', clock });
  sessions = createSessions({
    db: database.db,
    tokens,
    clock,
    queueMail: async (_tx, mail) => void mails.push(mail),
    bus: createInProcessBus(),
  });
  const found = await findUser(database.db, await aUser(database.db));
  if (!found) throw new Error('the user was not stored');
  user = found;
});
afterAll(() => database.close());

describe('an access token', () => {
  it('identifies its user for ten minutes', async () => {
    const { accessToken } = await sessions.start(user);
    expect((await sessions.whoIs(accessToken))?.user.id).toBe(user.id);
    now += 599_999;
    expect((await sessions.whoIs(accessToken))?.user.id).toBe(user.id);
    now += 1;
    expect(await sessions.whoIs(accessToken)).toBeNull();
  });

  it('is revoked at once with its login session, and listeners are notified', async () => {
    const ended: string[] = [];
    sessions.onEnd((sessionId) => ended.push(sessionId));
    const { accessToken, refreshToken } = await sessions.start(user);
    const sessionId = (await sessions.whoIs(accessToken))?.sessionId;
    await sessions.end(refreshToken);
    expect(await sessions.whoIs(accessToken)).toBeNull();
    expect(ended).toEqual([sessionId]);
  });

  it('is verified and read once for all calls that arrive meanwhile', async () => {
    let verified = 0;
    const counting = createSessions({
      db: database.db,
      tokens: { ...tokens, readAccess: (token) => (verified++, tokens.readAccess(token)) },
      clock,
      queueMail: async () => undefined,
      bus: createInProcessBus(),
    });
    const { accessToken } = await counting.start(user);
    const callAll = () => Promise.all(Array.from({ length: 50 }, () => counting.whoIs(accessToken)));
    expect(new Set((await callAll()).map((session) => session?.user.id))).toEqual(new Set([user.id]));
    expect(verified).toBe(1);
    now += 5_000;
    await callAll();
    expect(verified).toBe(2);
  });

  it('is not answered from a read that began before its login session ended', async () => {
    const { db, close } = connectDatabase({ url: database.url, onIdleError: () => undefined });
    const held = createSessions({
      db,
      tokens,
      clock,
      queueMail: async () => undefined,
      bus: createInProcessBus(),
    });
    const { accessToken, refreshToken } = await held.start(user);
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
    const before = held.whoIs(accessToken);
    await answered.promise;
    await held.end(refreshToken);
    const after = held.whoIs(accessToken);
    released.resolve();
    expect((await before)?.user.id).toBe(user.id);
    expect(await after).toBeNull();
    expect(await held.whoIs(accessToken)).toBeNull();
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
    const { accessToken } = await sessions.start(user);
    expect(await sessions.whoIs(forge(accessToken))).toBeNull();
  });
});

describe('a refresh token', () => {
  it('notifies nobody when its login session was signed out', async () => {
    mails.length = 0;
    const { refreshToken } = await sessions.start(user);
    const next = await sessions.rotate(refreshToken);
    await sessions.end(next?.refreshToken ?? '');
    now += 60_000;
    expect(await sessions.rotate(refreshToken)).toBeNull();
    expect(mails).toEqual([]);
  });
});

describe('the list of login sessions', () => {
  it('shows when and with which device each was last seen', async () => {
    const other = await findUser(database.db, await aUser(database.db));
    if (!other) throw new Error('the user was not stored');
    const { refreshToken } = await sessions.start(other, 'first');
    now += hourMs;
    await sessions.rotate(refreshToken, 'x'.repeat(1_000));
    expect(await sessions.list(other.id)).toMatchObject([
      { createdAt: new Date(now - hourMs), lastSeenAt: new Date(now), userAgent: 'x'.repeat(300) },
    ]);
  });
});

describe('two processes on one database', () => {
  it('a login session ended by one is over in the other within five seconds, with what it opened there', async () => {
    const other = createSessions({
      db: database.db,
      tokens,
      clock,
      queueMail: async () => undefined,
      bus: createInProcessBus(),
    });
    const ended: string[] = [];
    other.onEnd((sessionId) => ended.push(sessionId));
    const { accessToken, refreshToken } = await sessions.start(user);
    const sessionId = (await other.whoIs(accessToken))?.sessionId;
    await sessions.end(refreshToken);
    now += 5_000;
    expect(await other.whoIs(accessToken)).toBeNull();
    expect(ended).toEqual([sessionId]);
  });

  it('a known user is admitted while the database does not answer', async () => {
    const { accessToken } = await sessions.start(user);
    await sessions.whoIs(accessToken);
    const blocker = await database.pool.connect();
    await blocker.query('begin; lock table sessions in access exclusive mode');
    now += 5_000;
    expect((await sessions.whoIs(accessToken))?.user.id).toBe(user.id);
    await blocker.query('rollback');
    blocker.release();
  });

  it('cached login sessions stay valid during a database outage until the token expires', async () => {
    const proxy = await createChaosProxy(database.url);
    const connection = connectDatabase({ url: proxy.url, onIdleError: () => undefined, maxConnections: 1 });
    const far = createSessions({
      db: connection.db,
      tokens,
      clock,
      queueMail: async () => undefined,
      bus: createInProcessBus(),
    });
    const { accessToken } = await sessions.start(user);
    expect(await far.whoIs(accessToken)).not.toBeNull();
    proxy.cut();
    now += 300_000;
    expect((await far.whoIs(accessToken))?.user.id).toBe(user.id);
    now += 300_000;
    expect(await far.whoIs(accessToken)).toBeNull();
    await connection.close();
    await proxy.close();
  });
});
