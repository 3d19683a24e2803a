import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { reviews } from '#server/database/tables/review-tables.ts';
import { reviewsModule } from './module.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createTestPeople, type TestPerson } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const from = Date.parse('2026-12-20T12:00:00.000Z');
const path = '/api/reviews';
const text = 'Everything is clear, but I want the indicators on the chart.';
const test = sharedByTests(() => createTestPeople(from, (common) => reviewsModule(common).routes));
let admin: TestPerson;

beforeAll(async () => {
  admin = await test.admin();
});

const settled = { status: 'settled', result: 'unsuccessful', closePrice: 1.09 } as const;

async function author(email: string, signals = 1): Promise<TestPerson> {
  const person = await test.person({ email });
  for (let at = 0; at < signals; at++) await aLiveSignal(test.database.db, { userId: person.id, ...settled });
  return person;
}

const toRows = (userId: string) => test.database.db.select().from(reviews).where(eq(reviews.userId, userId));
const published = async () => (await test.visitor.get(path)).json().items;
const write = async (person: TestPerson, rating: number, words = text): Promise<string> =>
  (await person.post(path, { rating, text: words })).json().id;
const decide = (id: string, status: string) => admin.patch(`/api/admin/reviews/${id}`, { status });

describe('writing a review', () => {
  it('waits for a decision, and is then shown with the first letter of the address alone', async () => {
    const person = await author('olena.k@example.com', 2);
    const answer = await person.post(path, { rating: 4, text });
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { status: 'pending' }]);
    expect(await published()).toEqual([]);
    const pending = (await admin.get('/api/admin/reviews')).json().items;
    expect(pending).toMatchObject([{ email: 'olena.k@example.com', name: 'O.', signals: 2, rating: 4, text }]);
    expect((await decide(answer.json().id, 'published')).statusCode).toBe(204);
    const shown = await published();
    expect(shown).toMatchObject([{ name: 'O.', signals: 2, rating: 4, text }]);
    expect(JSON.stringify(shown)).not.toContain('olena');
  });

  it.each([
    ['no settled signal', {}, 'review_not_allowed'],
    ['only a void signal', { status: 'settled', result: 'void' }, 'review_not_allowed'],
    ['only an open signal', { status: 'live' }, 'review_not_allowed'],
  ] as const)('requires a signal with a result: %s', async (_title, signal, code) => {
    const person = await test.person();
    if (Object.keys(signal).length > 0) await aLiveSignal(test.database.db, { userId: person.id, ...signal });
    const answer = await person.post(path, { rating: 5, text });
    expect([answer.statusCode, answer.json().code]).toEqual([403, code]);
    expect(await toRows(person.id)).toEqual([]);
  });

  it.each([
    { rating: 0, text },
    { rating: 6, text },
    { rating: 4.5, text },
    { rating: '5', text },
    { rating: 5, text: 'too short' },
    { rating: 5, text, stars: 5 },
    { rating: 5, text: 'x'.repeat(1_001) },
    { rating: 5, text: `${text}\u0000` },
    { rating: 5, text: `${text} \u202Egnp.exe` },
    { text },
  ])('rejects %j', async (body) => {
    const person = await author(`${crypto.randomUUID()}@example.com`);
    const answer = await person.post(path, body);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
    expect(await toRows(person.id)).toEqual([]);
  });

  it('is limited to users with a confirmed address, five times an hour', async () => {
    const unknown = await test.person({ isActivated: false });
    expect((await unknown.post(path, { rating: 5, text })).json().code).toBe('email_not_activated');
    expect((await test.visitor.post(path, { rating: 5, text })).statusCode).toBe(401);
    const eager = await author('eager@example.com');
    const codes = [];
    for (let at = 0; at < 6; at++) codes.push((await eager.post(path, { rating: 5, text })).statusCode);
    expect(codes).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('leaves one review after many concurrent requests', async () => {
    const person = await author('twice@example.com');
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.post(path, { rating: 3, text })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202, 202]);
    expect((await toRows(person.id)).map(({ status }) => status)).toEqual(['pending']);
  });
});

describe('deciding on a review', () => {
  it('shows a new text only once it is approved itself', async () => {
    const person = await author('edits@example.com');
    const first = await write(person, 5);
    await decide(first, 'published');
    const before = (await published()).length;
    const second = await write(person, 1, 'On second thought it is not for me at all.');
    expect((await published()).length).toBe(before - 1);
    // The administrator had read the text that was replaced.
    expect((await decide(first, 'published')).statusCode).toBe(404);
    await decide(second, 'refused');
    expect(await toRows(person.id)).toMatchObject([{ rating: 1, status: 'refused' }]);
  });

  it('is limited to administrators', async () => {
    const person = await author('nosy@example.com');
    const id = await write(person, 5);
    const tries = [
      await person.get('/api/admin/reviews'),
      await person.patch(`/api/admin/reviews/${id}`, { status: 'published' }),
      await person.patch('/api/admin/reviews/no-such', { nonsense: true }),
    ];
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect((await test.visitor.get('/api/admin/reviews')).statusCode).toBe(401);
    expect((await toRows(person.id))[0]?.status).toBe('pending');
    expect((await decide('no-such', 'published')).statusCode).toBe(404);
    expect((await decide(id, 'replaced')).statusCode).toBe(400);
  });
});
