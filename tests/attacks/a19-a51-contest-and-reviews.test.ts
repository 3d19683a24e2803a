import { beforeAll, expect, test } from 'vitest';
import { contestEntries } from '#server/database/tables/contest-tables.ts';
import { reviews } from '#server/database/tables/review-tables.ts';
import { reviewsModule } from '#server/modules/reviews/module.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createTestContest } from '#tests/support/test-contest.ts';
import { createTestPeople, type TestPerson } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const contest = sharedByTests(createTestContest);
const people = sharedByTests(() =>
  createTestPeople(Date.parse('2026-12-20T12:00:00.000Z'), (common) => reviewsModule(common).routes),
);
let author: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  author = await people.person({ email: '<img/src=x>@example.com' });
  admin = await people.admin();
  await aLiveSignal(people.database.db, { userId: author.id, status: 'settled', result: 'neutral', closePrice: 1.1 });
});

const entries = () => contest.database.db.$count(contestEntries);
const join = '/api/user/joinContest';

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
  'A19: a form sent as %s joins no contest, even without an origin',
  async (type) => {
    const person = await contest.person();
    const answer = await person.post(join, 'joined=true', { 'content-type': type });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
    const review = await author.post('/api/reviews', 'rating=5', { 'content-type': type });
    expect([review.statusCode, review.json().code]).toEqual([415, 'unsupported_media_type']);
    expect([await entries(), await people.database.db.$count(reviews)]).toEqual([0, 0]);
  },
);

test.each([
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
])('A19: from another site, with %j, nothing is joined, written or sent', async (headers) => {
  const person = await contest.person();
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  const tries = [
    await person.post(join, {}, headers),
    await person.post('/api/user/contest/screenshots', png, { ...headers, 'content-type': 'image/png' }),
    await author.post('/api/reviews', { rating: 5, text: 'A text that is long enough.' }, headers),
  ];
  expect(tries.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
    tries.map(() => [403, 'foreign_origin']),
  );
  expect([await entries(), await people.database.db.$count(reviews)]).toEqual([0, 0]);
});

test('A51: the content of a review is text: stored and returned as written, never as a page', async () => {
  const text = '<script>alert(1)</script><img src=x onerror=alert(2)> {{constructor}}';
  const { id } = (await author.post('/api/reviews', { rating: 1, text })).json();
  await admin.patch(`/api/admin/reviews/${id}`, { status: 'published' });
  const answer = await people.visitor.get('/api/reviews', { accept: 'text/html' });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.json().items[0]).toMatchObject({ text, name: '<.' });
});
