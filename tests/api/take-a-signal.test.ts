import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Signal } from '#contract/signals.ts';
import { judge } from '#domain/signals/outcome.ts';
import { type ApiAnswer, type ApiClient, signIn } from '#tests/support/api-client.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { writeRecordedMarket } from '#tests/support/market/recorded-market.ts';

/** The whole product on a replay that runs a market minute in two seconds: three minutes take six. */
let product: Product;
let recorded: Awaited<ReturnType<typeof writeRecordedMarket>>;
let api: ApiClient;

beforeAll(async () => {
  recorded = await writeRecordedMarket(['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY']);
  const replay = { FEED: 'replay', REPLAY_FILES: recorded.files.join(','), REPLAY_SPEED: '30' };
  product = await startProduct({ ...replay, THIN_HOURS: 'include', RATE_LIMIT_PER_MINUTE: '0' });
  api = await signIn(product.url);
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await recorded?.remove();
});

/**
 * At thirty times market speed a price is stale after a sixth of a second, which may happen on a
 * busy machine; retries then.
 */
async function requestWhilePricesAreOld(path: string): Promise<ApiAnswer> {
  for (;;) {
    const answer = await api.get(path);
    if (!['warming_up', 'feed_stale'].includes(answer.body.code)) return answer;
  }
}

describe('a signal from issue to outcome', () => {
  let issued: Signal;
  let settled: Signal;
  let resultEventId: string;

  it('is issued as entering, with analytics that add up to its probability', async () => {
    const answer = await requestWhilePricesAreOld('/python_api/signal/manual?symbol=EURUSD&interval=3');
    expect(answer.status).toBe(200);
    issued = Signal.parse(answer.body);
    expect(issued).toMatchObject({
      symbol: 'EURUSD',
      aiModel: 'manual',
      duration: 3,
      status: 'entering',
      openPrice: null,
    });
    const effects = issued.analytics.contributions.reduce((sum, one) => sum + one.effect, 0);
    const pUp = issued.signal === 'BUY' ? issued.passability : 100 - issued.passability;
    expect(50 + effects).toBeCloseTo(pUp, 6);
  });

  it('is the only open one of its user', async () => {
    const second = await api.get('/python_api/signal/manual?symbol=GBPUSD&interval=3');
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'signal_active', details: { signal: { id: issued.id } } },
    });
  });

  it('is in no record, because none is kept of a replay', async () => {
    expect(issued.recordIndex).toBeNull();
    expect((await api.get('/api/record')).body).toMatchObject({ state: 'replay', size: 0, genesis: null });
    expect((await api.get('/api/record/entries')).body).toMatchObject({ items: [], older: null });
  });

  it('gets its entry and its outcome over the stream', async () => {
    const messages = await api.listen(({ event }) => event === 'result', '0');
    const last = messages.at(-1);
    settled = Signal.parse(JSON.parse(messages.find(({ event }) => event === 'result')?.data ?? 'null'));
    resultEventId = messages.find(({ event }) => event === 'result')?.id ?? '';
    expect(last).toBeDefined();
    expect(settled).toMatchObject({
      id: issued.id,
      status: 'settled',
      time: issued.time,
      passability: issued.passability,
    });
  }, 60_000);

  it('settled as its own prices decide', () => {
    expect(settled.openPrice).not.toBeNull();
    const { signal, openPrice, closePrice } = settled;
    expect(settled.result).toBe(judge(signal, openPrice ?? 0, closePrice ?? 0, 5));
    expect(Date.parse(settled.openedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(settled.time));
    expect(Date.parse(settled.expiresAt ?? '') - Date.parse(settled.openedAt ?? '')).toBe(180_000);
  });

  it('is identical in its user’s list', async () => {
    const list = await api.get(`/api/signal/user/${api.user.id}`);
    expect(list.body.items[0]).toEqual(settled);
  });

  it('is sent again to a resumed stream, and only once to one that has received it', async () => {
    const before = String(Number(resultEventId) - 1);
    const again = await api.listen(({ event }) => event === 'result', before);
    expect(again.filter(({ event }) => event === 'result').map(({ id }) => id)).toEqual([resultEventId]);
    const seen = await api.listen(({ event }) => event === 'tick', resultEventId);
    expect(seen.filter(({ event }) => event === 'result')).toEqual([]);
  });
});
