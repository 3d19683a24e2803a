import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { Signal } from '#contract/signals.ts';
import { signals } from '#server/database/schema.ts';
import { listSignalLeaves } from '#tests/support/record/leaves-of.ts';
import { createTestSignals, type SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
let me: SignalPerson;

beforeEach(async () => {
  test.market.direction = 'BUY';
  test.market.passability = 57;
  me = await test.person();
});

const aLoss = async (): Promise<Signal> => {
  const lost = await me.signal();
  await test.finish(lost, 'unsuccessful');
  return lost;
};
const chase = (id: string, who = me) => who.get(`/python_api/signal/M2/${id}`);
const rows = () => test.database.db.select().from(signals).where(eq(signals.userId, me.id));

describe('the chase of a loss', () => {
  it('is a signal of two minutes on the same pair by the same model, recorded like any other', async () => {
    const lost = await aLoss();
    const answer = await chase(lost.id);
    expect(answer.statusCode).toBe(200);
    const chased = Signal.parse(answer.json());
    expect(chased).toMatchObject({ symbol: lost.symbol, duration: 2, aiModel: 'kurs_ai_v2', chaseOf: lost.id });
    const leaves = await listSignalLeaves(test.database.db, chased.id);
    expect(leaves).toMatchObject([{ leaf: { kind: 'signal', pair: lost.symbol, duration: 2, manual: true } }]);
    const [row] = await test.database.db.select().from(signals).where(eq(signals.id, chased.id));
    expect(row?.chaseOf).toBe(lost.id);
  });

  it('may reverse the direction, because the forecast is fresh', async () => {
    const lost = await aLoss();
    test.market.direction = 'SELL';
    expect((await chase(lost.id)).json()).toMatchObject({ signal: 'SELL', chaseOf: lost.id });
  });

  it('is not issued when the model abstains now', async () => {
    const lost = await aLoss();
    test.market.passability = 51;
    const answer = await chase(lost.id);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'no_signal']);
    expect(await rows()).toHaveLength(1);
  });

  it('may follow a lost chase once more, and then no further', async () => {
    const lost = await aLoss();
    const first = (await chase(lost.id)).json<Signal>();
    await test.finish(first, 'unsuccessful');
    const second = (await chase(first.id)).json<Signal>();
    expect(second.chaseOf).toBe(first.id);
    await test.finish(second, 'unsuccessful');
    expect((await chase(second.id)).json().code).toBe('chase_not_allowed');
    expect(await rows()).toHaveLength(3);
  });

  it('is issued once for many concurrent calls', async () => {
    const lost = await aLoss();
    const answers = await Promise.all(Array.from({ length: 8 }, () => chase(lost.id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
    expect(await rows()).toHaveLength(2);
  });

  it('may be requested again when it was void', async () => {
    const lost = await aLoss();
    const chased = (await chase(lost.id)).json<Signal>();
    await test.finish(chased, 'void');
    expect((await chase(lost.id)).statusCode).toBe(200);
  });
});

describe('rejects a chase', () => {
  const expectRejected = async (id: string, who?: SignalPerson) => {
    const answer = await chase(id, who);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'chase_not_allowed']);
    expect(await test.database.db.select().from(signals).where(eq(signals.chaseOf, id))).toEqual([]);
  };

  it.each(['successful', 'neutral', 'void'] as const)('of a signal that was %s', async (result) => {
    const signal = await me.signal();
    await test.finish(signal, result);
    await expectRejected(signal.id);
  });

  it('of a signal that is open', async () => expectRejected((await me.signal()).id));

  it('of another user’s loss', async () => {
    const lost = await aLoss();
    await expectRejected(lost.id, await test.person());
  });

  it('of a loss that was taken off the lists', async () => {
    const lost = await aLoss();
    await me.delete(`/api/signal/delete/${lost.id}`);
    await expectRejected(lost.id);
  });

  it('from five minutes after the expiry, and not a moment before', async () => {
    const lost = await aLoss();
    test.time.advance(299_999);
    test.market.passability = 51;
    expect((await chase(lost.id)).json().code).toBe('no_signal');
    test.market.passability = 57;
    test.time.advance(1);
    await expectRejected(lost.id);
  });

  it('of an unknown signal', async () => {
    await expectRejected(randomUUID());
    const answer = await chase('..%2f1');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'chase_not_allowed']);
  });

  it('without signal access', async () => {
    const poor = await test.person({ balance: 9 });
    expect((await chase(randomUUID(), poor)).json().code).toBe('balance_too_low');
  });
});
