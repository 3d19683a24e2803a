import { beforeAll, expect, it } from 'vitest';
import { createTestSignals, type SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
let me: SignalPerson;
let other: SignalPerson;

beforeAll(async () => {
  me = await test.person();
  other = await test.person();
  for (const result of ['successful', 'unsuccessful'] as const) await test.finish(await other.signal(), result);
  await test.finish(await me.signal(), 'neutral');
});

const names = ['userId', 'user_id', 'user', 'id', 'userId[]', 'filters[userId]'];
const paths = ['/api/signal/user/history', '/api/signal/user/stats'];
const attempts = paths.flatMap((path) => names.map((name) => [path, name] as const));

it.each(attempts)('A61: %s with %s of another user returns the caller’s own', async (path, name) => {
  const own = (await me.get(path)).json();
  expect(own.total).toBe(1);
  const answer = await me.get(`${path}?${encodeURIComponent(name)}=${other.id}`);
  expect([answer.statusCode, answer.json()]).toEqual([200, own]);
});

it('A61: the file contains the caller’s own too', async () => {
  const own = (await me.get(paths[0] as string, { accept: 'text/csv' })).payload;
  const requested = (await me.get(`${paths[0]}?userId=${other.id}`, { accept: 'text/csv' })).payload;
  expect(requested).toBe(own);
  expect(own.trimEnd().split('\r\n')).toHaveLength(2);
});

it('A61: a cursor of another user’s page reveals nothing of it', async () => {
  const { nextCursor } = (await other.get(`${paths[0]}?limit=1`)).json();
  expect(nextCursor).toBeTypeOf('string');
  const { items, total } = (await me.get(`${paths[0]}?cursor=${nextCursor}`)).json();
  expect([items, total]).toEqual([[], 1]);
});
