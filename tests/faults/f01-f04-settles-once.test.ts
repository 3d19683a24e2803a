import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CrashPoint, noCrash } from '#server/start/runtime.ts';
import { outcomes, signals, userEvents } from '#server/database/schema.ts';
import type { BusEvent } from '#server/integrations/bus/bus.ts';
import { readOutbox } from '#server/modules/events/user-events.repository.ts';
import { ownMarket, settleDue } from '#server/modules/signals/settlement/settlement.ts';
import { aLiveSignal, aTick, expiresAt } from '#tests/support/a-signal.ts';
import { aWatchedBus } from '#tests/support/network/watched-bus.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let received: BusEvent[];

beforeEach(async () => {
  database = await createTestDatabase();
  received = [];
});
afterEach(() => database.close());

class Crash extends Error {}

/** A settler as a separate "process"; `dieAt`: where that process ends. */
function aSettler(dieAt?: CrashPoint) {
  const crashPoint = dieAt === undefined ? noCrash : (point: CrashPoint) => (point === dieAt ? dieNow() : undefined);
  const clock = { now: () => expiresAt + 2_000 };
  const ctx = aSignalsContext(
    testPlatform(database, { clock, crashPoint, bus: aWatchedBus((event) => received.push(event)) }),
  );
  const market = ownMarket(ctx);
  return {
    settleDue: (expiredBy: number) => settleDue(ctx, market, expiredBy),
  };
}

function dieNow(): never {
  throw new Crash();
}

const counts = async () => ({
  outcomes: (await database.db.select().from(outcomes)).length,
  events: (await database.db.select().from(userEvents)).length,
});

describe('F1 killed before the settling transaction commits', () => {
  it.each(['settle.before-write', 'settle.before-commit'] as const)(
    'at %s nothing is written, and the next run settles once',
    async (point) => {
      const signal = await aLiveSignal(database.db);
      await aTick(database.db, expiresAt - 100, 1.1001);
      await expect(aSettler(point).settleDue(expiresAt)).rejects.toThrow(Crash);
      expect(await counts()).toEqual({ outcomes: 0, events: 0 });
      expect(await aSettler().settleDue(expiresAt)).toBe(1);
      expect(await counts()).toEqual({ outcomes: 1, events: 1 });
      const [row] = await database.db.select().from(signals).where(eq(signals.id, signal.id));
      expect(row).toMatchObject({ status: 'settled', result: 'successful', closePrice: 1.1001 });
    },
  );
});

describe('F2 killed after the commit, before the event was published', () => {
  it('is not settled again, and the event waits in the outbox for the resumed stream', async () => {
    const signal = await aLiveSignal(database.db);
    await aTick(database.db, expiresAt, 1.0999);
    await expect(aSettler('settle.after-commit').settleDue(expiresAt)).rejects.toThrow(Crash);
    expect(received).toEqual([]);
    expect(await aSettler().settleDue(expiresAt)).toBe(0);
    expect(await counts()).toEqual({ outcomes: 1, events: 1 });
    const [read] = await readOutbox(database.db, [{ userId: signal.userId, after: 0 }]);
    const missed = read?.missed ?? [];
    expect(missed).toMatchObject([
      { name: 'result', data: { id: signal.id, result: 'unsuccessful', isWinner: false } },
    ]);
  });
});

describe('F4 two settlers at once', () => {
  it('share the work: one outcome and one event per signal, and no error', async () => {
    for (let i = 0; i < 60; i++) await aLiveSignal(database.db);
    await aTick(database.db, expiresAt - 100, 1.1);
    const settled = await Promise.all([1, 2, 3, 4].map(() => aSettler().settleDue(expiresAt)));
    expect(settled.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(await counts()).toEqual({ outcomes: 60, events: 60 });
    expect(received).toHaveLength(60);
  });
});
