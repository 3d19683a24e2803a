import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { signals } from '#server/database/schema.ts';
import { listSignalLeaves } from '#tests/support/record/leaves-of.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { adminEmail, createTestSignals, type SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
let me: SignalPerson;
let other: SignalPerson;
let theirs: Signal;

beforeEach(async () => {
  me = await test.person();
  other = await test.person();
  theirs = await other.signal();
  test.log.length = 0;
});

/** Every part of the signal that could have been changed. */
const state = async () => ({
  signal: await test.database.db.select().from(signals).where(eq(signals.id, theirs.id)),
  leaves: await listSignalLeaves(test.database.db, theirs.id),
  audit: await test.database.db.select().from(auditLog),
});
const isLogged = (status: number): boolean =>
  test.log.some((line) => line.includes('request completed') && line.includes(`"status":${status}`));

it('A26: only its user can delete a signal: others get 404, nothing is changed, the attempt is logged', async () => {
  const before = await state();
  const answer = await me.delete(`/api/signal/delete/${theirs.id}`);
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'signal_not_found']);
  expect(await state()).toEqual(before);
  expect(isLogged(404)).toBe(true);
});

it.each([
  ['a reason', { reason: 'Because I want to.' }],
  ['an unreadable body', { why: 1 }],
])('A26: an admin delete by a trader with %s: 403 before any lookup, logged', async (_title, body) => {
  const before = await state();
  for (const id of [theirs.id, 'nothing']) {
    const answer = await me.delete(`/api/signal/user/admin/deleteSignal/${id}`, body);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
  }
  expect(await state()).toEqual(before);
  expect(isLogged(403)).toBe(true);
});

it('A26: registering an administrator’s address grants no role', async () => {
  const claimer = await test.person({ email: adminEmail, isActivated: false });
  const answer = await claimer.delete(`/api/signal/user/admin/deleteSignal/${theirs.id}`, {
    reason: 'I am the admin.',
  });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
  expect((await state()).audit).toEqual([]);
});

const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'].map((name) => ({
  [name]: 'DELETE',
}));
const disguised = overrides.flatMap((headers) => [
  [headers, (id: string) => `/api/signal/delete/${id}`],
  [headers, (id: string) => `/api/signal/delete/${id}?_method=DELETE`],
  [headers, (id: string) => `/api/signal/user/admin/deleteSignal/${id}`],
]) as [Record<string, string>, (id: string) => string][];

it.each(disguised)('A26: a POST that claims to be a DELETE by %j deletes nothing', async (headers, path) => {
  const own = await me.signal();
  const before = await state();
  for (const id of [theirs.id, own.id]) {
    const answer = await me.post(path(id), { _method: 'DELETE', reason: 'In disguise.' }, headers);
    expect([403, 404, 405]).toContain(answer.statusCode);
  }
  expect(await state()).toEqual(before);
  expect((await me.get(`/api/signal/user/${me.id}`)).json().items).toMatchObject([{ id: own.id }]);
  expect(isLogged(405) || isLogged(404)).toBe(true);
});
