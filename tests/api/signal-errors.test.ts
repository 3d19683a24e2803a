import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { signals } from '#server/database/schema.ts';
import { createTestSignals, type SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
let me: SignalPerson;

beforeEach(async () => {
  test.market.passability = 57;
  me = await test.person();
});

it.each(['/python_api/signal', '/python_api/signal/kurs_ai_v2'])(
  'POST %s is answered with the method that is allowed',
  async (url) => {
    const answer = await me.post(url);
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET']);
  },
);

it.each(['/python_api/signal', '/python_api/signal/kurs_ai_v2', `/python_api/signal/M2/${randomUUID()}`])(
  'HEAD %s issues nothing',
  async (url) => {
    const answer = await me.head(url);
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET']);
    expect(await test.database.db.select().from(signals)).toEqual([]);
  },
);

it('when every pair abstains the answer says how near the best one was, and when to retry', async () => {
  test.market.passability = 54;
  const answer = await me.get('/python_api/signal/kurs_ai_v2');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([404, '60']);
  expect(answer.json()).toMatchObject({
    code: 'no_signal',
    message: 'There are no signals available at the moment, please try again in a minute!',
    details: { reason: 'below_threshold', best: { symbol: 'EURUSD', passability: 54, payout: 0.82 } },
  });
});
