import { expect, it } from 'vitest';
import { createTestTraders } from '#tests/support/test-traders.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);

it.each(['hang', 'hang in the body'] as const)(
  'F21: a broker in mode "%s" blocks four calls and nothing else',
  async (mode) => {
    test.time.advance(hourMs);
    test.fake.mode = mode;
    test.fake.open.max = 0;
    const people = await Promise.all(Array.from({ length: 12 }, () => test.person()));
    const first = 7_000_000 + (mode === 'hang' ? 0 : 100);
    const answers = people.map((person, n) => person.get(`/api/trader/info/${first + n}`));
    await test.fake.untilOpen(4);
    await untilRequested(answers.length);

    const verified = await test.person({
      referralId: String(first + 50),
      balance: 250,
      balanceCheckedAt: new Date(test.time.clock.now()),
    });
    expect((await verified.get('/api/health')).statusCode).toBe(200);
    expect((await verified.get('/python_api/signal')).statusCode).toBe(200);
    expect(test.fake.open).toEqual({ now: 4, max: 4 });

    test.time.advance(4_999);
    expect(test.fake.open.now).toBe(4);
    test.time.advance(1);
    const ended = await Promise.all(answers);
    expect(ended.map((answer) => answer.json().code)).toEqual(people.map(() => 'broker_unavailable'));
    expect(ended.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect(test.fake.open.max).toBe(4);
    expect(
      (await Promise.all(people.map((person) => person.row()))).every(({ referralId }) => referralId === null),
    ).toBe(true);
  },
);

/** Every request has its timeout by now: only the adapter's timers are pending. */
async function untilRequested(questions: number): Promise<void> {
  while (test.time.waiting() < questions) await new Promise((resolve) => setImmediate(resolve));
}
