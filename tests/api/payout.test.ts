import { beforeEach, describe, expect, it } from 'vitest';
import { Outlook, Signal } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import { listAllLeaves } from '#tests/support/record/leaves-of.ts';
import { createTestSignals, type SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
beforeEach(() => {
  test.brokerPays.get = () => new Map();
  test.time.advance(minuteMs);
  test.market.passability = 57;
});

const read = async (person: SignalPerson) => (await person.get('/api/payout')).json();
const put = (person: SignalPerson, body: object) => person.put('/api/payout', body);

describe('the payouts of a trader', () => {
  it('are the operator’s until the trader says a default, and one of a pair until it is removed', async () => {
    const [me, other] = [await test.person(), await test.person()];
    const unsaid = { default: { percent: 82, updatedAt: null, statedBy: 'default' }, bySymbol: {} };
    expect(await read(me)).toEqual(unsaid);
    const answer = await put(me, { default: 85, bySymbol: { EURUSD: 92, GBPUSD: 60 } });
    const updatedAt = new Date(test.time.clock.now()).toISOString();
    const said = (percent: number) => ({ percent, updatedAt, statedBy: 'trader' });
    expect(answer.json()).toEqual({ default: said(85), bySymbol: { EURUSD: said(92), GBPUSD: said(60) } });
    test.time.advance(minuteMs);
    await put(me, { bySymbol: { EURUSD: null } });
    expect(await read(me)).toEqual({ default: said(85), bySymbol: { GBPUSD: said(60) } });
    expect(await read(other)).toEqual(unsaid);
  });

  it('are what the broker states of a pair, whatever the trader says; more than 92 counts as 92', async () => {
    const me = await test.person();
    await put(me, { default: 85, bySymbol: { EURUSD: 70, AUDUSD: 71 } });
    test.brokerPays.get = () =>
      new Map([
        ['EURUSD', 88.9],
        ['GBPUSD', 97],
      ]);
    test.time.advance(minuteMs);
    const stated = { statedBy: 'broker', updatedAt: new Date(test.time.clock.now()).toISOString() };
    expect((await read(me)).bySymbol).toEqual({
      EURUSD: { percent: 88, ...stated },
      GBPUSD: { percent: 92, ...stated },
      AUDUSD: expect.objectContaining({ percent: 71, statedBy: 'trader' }),
    });
  });

  it('are the trader’s own while the broker cannot be read', async () => {
    const me = await test.person();
    await put(me, { bySymbol: { EURUSD: 70 } });
    test.brokerPays.get = () => new Map([['EURUSD', 88]]);
    test.time.advance(minuteMs);
    expect((await read(me)).bySymbol.EURUSD.percent).toBe(88);
    test.brokerPays.get = () => {
      throw new Error('the broker is away');
    };
    test.time.advance(minuteMs);
    expect((await read(me)).bySymbol.EURUSD).toMatchObject({ percent: 70, statedBy: 'trader' });
  });

  it.each([
    ['uk', { default: 93 }, 'default', /від 60 до 92.*OTC/],
    ['en', { default: 59 }, 'default', /from 60 to 92.*OTC/],
    ['ru', { bySymbol: { EURUSD: 95 } }, 'bySymbol.EURUSD', /от 60 до 92.*OTC/],
    ['en', { bySymbol: { BTCUSD: 80 } }, 'bySymbol.BTCUSD', /Invalid value/],
    ['en', { default: 85.5 }, 'default', /./],
    ['en', { percent: 80 }, 'percent', /Unknown field/],
  ])('are refused in %s as %j, by field and reason', async (lang, body, field, message) => {
    const me = await test.person();
    const answer = await put(me, { ...body, lang });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
    expect(answer.json().details).toMatchObject([{ field, message: expect.stringMatching(message) }]);
    expect((await read(me)).bySymbol).toEqual({});
  });

  it('are for activated users', async () => {
    const newcomer = await test.person({ isActivated: false });
    for (const answer of [await newcomer.get('/api/payout'), await put(newcomer, { default: 85 })])
      expect(answer.json().code).toBe('email_not_activated');
  });
});

describe('an edge', () => {
  const ask = (person: SignalPerson) => person.get('/python_api/signal/kurs_ai_v2?interval=5');

  it('is there for a trader who is paid 90 and not for one who is paid 82, by the same forecast', async () => {
    const [paid90, paid82] = [await test.person(), await test.person()];
    await put(paid90, { default: 90 });
    test.market.passability = 53;
    const answer = await ask(paid82);
    expect(answer.json()).toMatchObject({
      code: 'no_signal',
      details: { best: { symbol: 'EURUSD', passability: 53, payout: 0.82, breakEven: getBreakEven(0.82) } },
    });
    const signal = Signal.parse((await ask(paid90)).json());
    expect(signal).toMatchObject({ passability: 53, payout: 0.9, breakEven: getBreakEven(0.9), hasEdge: true });
    expect(signal.analytics.breakEven).toBe(signal.breakEven);
    const leaves = await listAllLeaves(test.database.db);
    const own = leaves.find(({ index }) => index === signal.recordIndex);
    expect(own?.leaf).toMatchObject({ kind: 'signal', payout: 0.9, probability: 53 });
    // As issued, also after the trader says another payout.
    await put(paid90, { default: 70 });
    const items = (await paid90.get(`/api/signal/user/${paid90.id}`)).json().items;
    expect(items).toMatchObject([{ payout: 0.9, hasEdge: true }]);
  });

  it('is chosen by its expected value, not by its probability', async () => {
    const me = await test.person();
    await put(me, { default: 82, bySymbol: { GBPUSD: 92 } });
    expect(Signal.parse((await ask(me)).json())).toMatchObject({ symbol: 'GBPUSD', payout: 0.92, passability: 56.9 });
  });

  it('is seen by each reader of the outlook at their own payouts', async () => {
    const [paid90, paid82] = [await test.person(), await test.person()];
    await put(paid90, { default: 90 });
    test.market.passability = 53;
    const see = async (person: SignalPerson) => {
      const { models } = Outlook.parse((await person.get('/python_api/outlook')).json());
      const own = models.find(({ aiModel }) => aiModel === 'kurs_ai_v2')?.durations ?? [];
      return own.find(({ interval }) => interval === 5);
    };
    expect(await see(paid90)).toMatchObject({ reason: null, best: { payout: 0.9, hasEdge: true } });
    expect(await see(paid82)).toMatchObject({ reason: 'below_threshold', best: { payout: 0.82, hasEdge: false } });
  });
});
