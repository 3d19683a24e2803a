import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectDatabase,
  type DatabaseConnection,
  inTransaction,
  type Transaction,
} from '#server/database/connection.ts';
import { orderWrites } from '#server/database/locks.ts';
import { outcomes, signals, userEvents, users } from '#server/database/schema.ts';
import { balanceHistory } from '#server/database/tables/trader-tables.ts';
import type { TraderAccount } from '#server/integrations/broker/broker.ts';
import { lockUser } from '#server/modules/accounts/accounts.repository.ts';
import { enterSignal } from '#server/modules/signals/settlement/entries.ts';
import { ownMarket, settleDue } from '#server/modules/signals/settlement/settlement.ts';
import type { SignalsContext } from '#server/modules/signals/signals-context.ts';
import { saveAnswer } from '#server/modules/traders/broker-answer.ts';
import type { TradersContext } from '#server/modules/traders/traders-context.ts';
import { createRandom } from '#research/training/boost-trees.ts';
import { aLiveSignal, aTick, aUser, expiresAt, issuedAt } from '#tests/support/a-signal.ts';
import { aTradersContext } from '#tests/support/network/fake-broker.ts';
import { testAccounts } from '#tests/support/test-people.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { createInterleaver, type Interleaver } from '#tests/support/database/interleave.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const rules = { minBalance: 10, vipBalance: 1_000, vipFreeUntil: null, balanceHoldsMs: 86_400_000 };

const database = sharedByTests(createTestDatabase);
let gated: DatabaseConnection;
let interleaver: Interleaver;
let answers: TradersContext;
let ctx: SignalsContext;

beforeAll(async () => {
  gated = connectDatabase({ url: database.url, onIdleError: () => {}, maxConnections: 4 });
  interleaver = createInterleaver(gated.pool, database.pool);
  const config = testConfig({ access: rules });
  const platform = testPlatform(gated, { config, clock: { now: () => expiresAt + 2_000 } });
  answers = aTradersContext(platform, testAccounts(platform).accounts);
  ctx = aSignalsContext(platform);
  await aTick(database.db, expiresAt - 100, 1.1001);
});
afterAll(() => gated.close());

const answerAbout = (id: string): TraderAccount => ({
  id,
  balance: 500,
  isSelfExcluded: false,
  netTurnover: 10,
  commission: 1,
  registeredAt: null,
  answeredAt: expiresAt,
});

/** A trader with a signal that is due. */
async function aDueSignal() {
  const userId = await aTrader();
  return { userId, signal: await aLiveSignal(database.db, { userId }) };
}

async function anEnteringSignal() {
  const userId = await aTrader();
  const open = { status: 'entering', openPrice: null, openedAt: null, expiresAt: null } as const;
  return { userId, signal: await aLiveSignal(database.db, { userId, ...open }) };
}

async function aTrader(): Promise<string> {
  const userId = await aUser(database.db);
  await database.db.update(users).set({ referralId: userId }).where(eq(users.id, userId));
  return userId;
}

const rounds = isFullRun ? 500 : 40;
const aTickAt = (time: number) => ({ feed: 'simulated:1', symbol: 'EURUSD', time: new Date(time), bid: 1.1, ask: 1.1 });

describe('F46: the balance refresh of a user', () => {
  let random: () => number;
  const pick = (count: number): number => Math.floor(random() * count);
  beforeEach(() => {
    random = createRandom(46);
  });

  it(`does not deadlock with the settlement of their signal in ${rounds} interleavings`, {
    timeout: 240_000,
  }, async () => {
    for (let round = 0; round < rounds; round++) {
      const { userId } = await aDueSignal();
      const refresh = () => saveAnswer(answers, userId, answerAbout(userId));
      await interleaver.run([refresh, () => settleDue(ctx, ownMarket(ctx), expiresAt)], pick);
    }
    expect(interleaver.errors).toEqual([]);
    expect(await database.db.$count(outcomes)).toBe(rounds);
    expect(await database.db.$count(balanceHistory)).toBe(rounds);
  });

  it(`does not deadlock with the entry of their signal in ${rounds} interleavings`, { timeout: 240_000 }, async () => {
    for (let round = 0; round < rounds; round++) {
      const { userId, signal } = await anEnteringSignal();
      const entering = { id: signal.id, symbol: 'EURUSD', direction: 'BUY', duration: 3, issuedAt } as const;
      const refresh = () => saveAnswer(answers, userId, answerAbout(userId));
      await interleaver.run([refresh, () => enterSignal(ctx, entering, aTickAt(issuedAt + 500))], pick);
    }
    expect(interleaver.errors).toEqual([]);
    expect(await database.db.$count(signals, eq(signals.status, 'live'))).toBe(rounds);
  });
});

describe('F46: a deadlock that PostgreSQL reports', () => {
  const lock = (tx: Transaction, id: string) => tx.execute(sql`select 1 from users where id = ${id} for no key update`);

  /**
   * Each transaction holds one row and requests the row of the other. `attempts` counts how often
   * each began.
   */
  async function cross(first: string, second: string, onLocked: () => void = () => {}) {
    const attempts = [0, 0];
    const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const run = (me: 0 | 1, own: string, other: string) =>
      inTransaction(database.db, async ({ tx }) => {
        attempts[me] = (attempts[me] ?? 0) + 1;
        await lock(tx, own);
        // Another crossing on a busy machine would cause a second deadlock.
        if (attempts[me] === 2) return me;
        locked[me].resolve();
        await locked[1 - me]?.promise;
        onLocked();
        await lock(tx, other);
        return me;
      });
    const done = await Promise.all([run(0, first, second), run(1, second, first)]);
    return { done, attempts };
  }

  it('is retried once, so that both transactions commit', async () => {
    const { done, attempts } = await cross(await aUser(database.db), await aUser(database.db));
    expect(done).toEqual([0, 1]);
    expect(Math.max(...attempts)).toBe(2);
  });

  it('is rejected on the second attempt, other errors on the first', async () => {
    for (const [code, expected] of [
      ['40P01', 2],
      ['40001', 2],
      ['23505', 1],
    ] as const) {
      let attempts = 0;
      const refused = inTransaction(database.db, async ({ tx }) => {
        attempts += 1;
        await tx.execute(sql.raw(`do $$ begin raise exception 'provoked' using errcode = '${code}'; end $$`));
      });
      await expect(refused).rejects.toMatchObject({ cause: { code } });
      expect(attempts).toBe(expected);
    }
  });

  it('blocks no other writer', async () => {
    const order: string[] = [];
    let writing: Promise<void> | undefined;
    const write = () =>
      inTransaction(database.db, async ({ tx }) => {
        await orderWrites(tx);
      }).then(() => void order.push('other writer'));
    const deadlock = cross(await aUser(database.db), await aUser(database.db), () => {
      writing ??= write();
    }).then(() => order.push('deadlock'));
    await Promise.all([deadlock, writing]);
    await writing;
    expect(order).toEqual(['other writer', 'deadlock']);
  });
});

describe('F46: the foreign key check of a new row', () => {
  it.each(['referral_id', 'email', 'balance'])(
    'does not wait for a transaction that changes %s of its user',
    async (column) => {
      const userId = await aUser(database.db);
      await inTransaction(database.db, async ({ tx: change }) => {
        await lockUser(change, userId);
        await change.execute(sql`update users set ${sql.identifier(column)} = '77' where id = ${userId}`);
        await inTransaction(database.db, async ({ tx: insert }) => {
          // A wait fails the test, because the other transaction does not end before this one.
          await insert.execute(sql`set local lock_timeout = '1s'`);
          await insert.insert(userEvents).values({ userId, name: 'balance', data: {}, at: new Date(issuedAt) });
        });
      });
      expect(await database.db.$count(userEvents, eq(userEvents.userId, userId))).toBe(1);
    },
  );
});
