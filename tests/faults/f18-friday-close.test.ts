import { afterEach, describe, expect, test } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { signals } from '#server/database/schema.ts';
import { createTestSignals, type TestSignals } from '#tests/support/test-signals.ts';

/** Friday, 17:00 New York; the market opens again on Sunday at the same hour. */
const close = Date.parse('2026-11-20T22:00:00.000Z');
const nextOpen = '2026-11-22T22:00:00.000Z';
/** A signal enters at most so long after its issue. */
const entryTickWithinMs = 5 * secondMs;

let product: TestSignals;
afterEach(() => product.close());

const at = (from: number): Promise<TestSignals> => createTestSignals({ calendar: 'forex', from });

describe('F18: on a Friday before the close', () => {
  test('at 21:59:30 every signal is refused, with the next opening', async () => {
    product = await at(close - 30 * secondMs);
    const person = await product.person();
    for (const interval of durations.filter((duration) => duration >= 3)) {
      const answer = await person.get(`/python_api/signal/kurs_ai_v2?interval=${interval}`);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'market_closed']);
      expect(answer.json().details).toEqual({ nextOpen });
    }
    expect(await product.database.db.select().from(signals)).toEqual([]);
  });

  test('a signal is refused from the moment at which it may expire after the close', async () => {
    product = await at(close - 5 * minuteMs - entryTickWithinMs);
    const [first, second] = [await product.person(), await product.person()];
    expect((await first.get('/python_api/signal/kurs_ai_v2?interval=5')).statusCode).toBe(200);
    product.time.advance(1);
    const refused = await second.get('/python_api/signal/kurs_ai_v2?interval=5');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'market_closed']);
  });

  test('a signal that is open at 21:59:30 settles by the last tick before its expiry', async () => {
    product = await at(close - 5 * minuteMs - entryTickWithinMs);
    const signal = await (await product.person()).signal('kurs_ai_v2?interval=5');
    await product.finish(signal, 'successful');
    const [row] = await product.database.db.select().from(signals);
    expect(row).toMatchObject({ status: 'settled', result: 'successful', voidReason: null });
    expect(row?.expiresAt?.getTime()).toBeLessThanOrEqual(close);
  });

  test('one that is open when the prices end before the close is void with a reason', async () => {
    product = await at(close - 5 * minuteMs - entryTickWithinMs);
    const signal = await (await product.person()).signal('kurs_ai_v2?interval=5');
    await product.finish(signal, 'void');
    expect(await product.database.db.select().from(signals)).toMatchObject([
      { status: 'settled', result: 'void', voidReason: 'no_entry_tick' },
    ]);
  });
});
