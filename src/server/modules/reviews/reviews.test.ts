import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#server/database/tables/signal-tables.ts';
import { reviews } from '#server/database/tables/review-tables.ts';
import { createReviewsModule } from './create-reviews-module.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createTestPeople, type TestPeople, type TestPerson } from '#tests/support/test-people.ts';

const from = Date.parse('2026-12-20T12:00:00.000Z');
const path = '/api/reviews';
const text = 'Everything is clear, but I want the indicators on the chart.';
const config = { publicUrl: 'http://localhost:3000' };
let test: TestPeople;
let admin: TestPerson;

beforeAll(async () => {
  test = await createTestPeople(from, (common) => createReviewsModule({ ...common, platform: common, config }).routes);
  admin = await test.admin();
});
afterAll(() => test.close());

const settled = { status: 'settled', result: 'unsuccessful', closePrice: 1.09 } as const;

async function author(email: string, signals = 1): Promise<TestPerson> {
  const person = await test.person({ email });
  for (let at = 0; at < signals; at++) await aLiveSignal(test.database.db, { userId: person.id, ...settled });
  return person;
}

const toRows = (userId: string) => test.database.db.select().from(reviews).where(eq(reviews.userId, userId));
/** Counts are cached for five seconds. */
const published = async () => {
  test.time.advance(5_000);
  return (await test.visitor.get(path)).json();
};
const findNewest = async (person: TestPerson): Promise<string> => (await person.get(`${path}/own`)).json().review.id;
const decide = async (person: TestPerson, decision: object) =>
  admin.patch(`/api/admin/reviews/${await findNewest(person)}`, decision);

describe('writing a review', () => {
  it('waits for a decision, shown with the first letter of the address or with the given name', async () => {
    const person = await author('olena.k@example.com', 2);
    const answer = await person.post(path, { rating: 4, text });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      202,
      { review: { status: 'pending', shownAs: 'O.', signals: 2, rating: 4, text, name: null } },
    ]);
    expect((await published()).total).toBe(0);
    const named = await person.post(path, { rating: 4, text, name: ' Олена К. ' });
    expect(named.json().review.shownAs).toBe('Олена К.');
    expect(await toRows(person.id)).toHaveLength(1);
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

  it('is not allowed for staff of the operator', async () => {
    const internal = await author('tester@kurs.example');
    await aLiveSignal(test.database.db, { userId: admin.id, ...settled });
    for (const person of [internal, admin]) {
      expect((await person.post(path, { rating: 5, text })).json().code).toBe('forbidden');
      expect(await toRows(person.id)).toEqual([]);
    }
  });

  it.each([
    { rating: 0, text },
    { rating: 6, text },
    { rating: 4.5, text },
    { rating: '5', text },
    { rating: 5, text: 'too short' },
    { rating: 5, text: 'x'.repeat(1_001) },
    { rating: 5, text: `${text}\u0000` },
    { rating: 5, text: `${text} \u202Egnp.exe` },
    { rating: 5, text, name: 'x'.repeat(41) },
    { rating: 5, text, name: 'a\nb' },
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
  it('publishes it with a reply of the team, and notifies the author', async () => {
    const person = await author('first@example.com');
    await person.post(path, { rating: 2, text: 'I lost $46 in a month. Nobody should.' });
    expect((await decide(person, { status: 'published', reply: 'Thank you for being frank.' })).statusCode).toBe(204);
    const { items, total, average, ratings } = await published();
    expect(items[0]).toMatchObject({ name: 'F.', rating: 2, reply: 'Thank you for being frank.', signals: 1 });
    expect([total, average, ratings]).toEqual([1, null, [0, 1, 0, 0, 0]]);
    expect(JSON.stringify(items)).not.toContain('first@');
    expect(test.mails.at(-1)).toMatchObject({ to: person.email, kind: 'review_published' });
  });

  it('rejects it for a publicly counted reason, and a new text waits again', async () => {
    const person = await author('promo77@example.biz');
    await person.post(path, { rating: 5, text: 'Super. Come to my channel @promo77, 95 % there.' });
    const { items } = (await admin.get('/api/admin/reviews')).json();
    const own = items.find(({ email }: { email: string }) => email === person.email);
    expect(own.signs).toEqual(['@promo77', '95 %']);
    expect((await decide(person, { status: 'refused' })).statusCode).toBe(400);
    expect((await decide(person, { status: 'refused', reason: 'low_rating' })).statusCode).toBe(400);
    expect((await decide(person, { status: 'refused', reason: 'advertising' })).statusCode).toBe(204);
    expect((await published()).refused).toEqual({
      count: 1,
      decided: 2,
      reasons: [{ reason: 'advertising', count: 1 }],
    });
    expect(test.mails.at(-1)).toMatchObject({ kind: 'review_refused', reason: 'advertising' });
    test.time.advance(1_000);
    await person.post(path, { rating: 1, text });
    expect((await person.get(`${path}/own`)).json().review).toMatchObject({ status: 'pending', refusedFor: null });
    expect((await published()).refused.count).toBe(1);
  });

  it('hides an edited review until it is approved again', async () => {
    const person = await author('edits@example.com');
    await person.post(path, { rating: 5, text });
    await decide(person, { status: 'published' });
    const before = (await published()).total;
    await person.post(path, { rating: 1, text: 'On second thought it is not for me at all.' });
    expect((await published()).total).toBe(before - 1);
    expect((await toRows(person.id)).map(({ status }) => status).sort()).toEqual(['pending', 'replaced']);
  });

  it('is audited without the text, and the author is notified once', async () => {
    const person = await author('audit@example.com');
    await person.post(path, { rating: 5, text });
    const id = await findNewest(person);
    const mailed = test.mails.length;
    await decide(person, { status: 'published' });
    await decide(person, { status: 'published', reply: 'Thanks.' });
    const entries = await test.database.db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(entries.map(({ action, actorId, after }) => ({ action, actorId, after }))).toEqual([
      { action: 'review.decide', actorId: admin.id, after: { status: 'published', refusedFor: null, hasReply: false } },
      { action: 'review.decide', actorId: admin.id, after: { status: 'published', refusedFor: null, hasReply: true } },
    ]);
    expect(test.mails.length - mailed).toBe(1);
  });

  it('is limited to administrators', async () => {
    const person = await author('nosy@example.com');
    await person.post(path, { rating: 5, text });
    const id = await findNewest(person);
    const tries = [
      await person.get('/api/admin/reviews'),
      await person.patch(`/api/admin/reviews/${id}`, { status: 'published' }),
      await person.patch('/api/admin/reviews/no-such', { nonsense: true }),
    ];
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect((await test.visitor.get('/api/admin/reviews')).statusCode).toBe(401);
    expect((await toRows(person.id))[0]?.status).toBe('pending');
    expect((await admin.patch('/api/admin/reviews/no-such', { status: 'published' })).statusCode).toBe(404);
  });
});

describe('reading reviews', () => {
  it('goes page by page, with an average from ten reviews on', async () => {
    const before = (await published()).total;
    for (let at = before; at < 10; at++) {
      const person = await author(`reader${at}@example.com`);
      await person.post(path, { rating: 4, text });
      test.time.advance(1_000);
      await decide(person, { status: 'published' });
    }
    const first = (await test.visitor.get(`${path}?limit=4`)).json();
    const second = (await test.visitor.get(`${path}?limit=10&cursor=${first.nextCursor}`)).json();
    expect([first.total, first.items.length, second.items.length, second.nextCursor]).toEqual([10, 4, 6, null]);
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(10);
    const points = first.ratings.reduce((sum: number, count: number, place: number) => sum + count * (place + 1), 0);
    expect(first.average).toBe(Math.round(points) / 10);
    expect((await test.visitor.get(`${path}?cursor=nonsense`)).statusCode).toBe(400);
  });
});
