import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { createTestAdmin, type TestAdmin } from '#tests/support/test-admin.ts';
import type { SignalPerson } from '#tests/support/test-signals.ts';

let test: TestAdmin;
let trader: SignalPerson;
let lost: Signal;

beforeAll(async () => {
  test = await createTestAdmin();
  trader = await test.person();
  lost = await trader.signal();
  await test.finish(lost, 'unsuccessful');
});
afterAll(() => test.close());

/** Instants by their form, of years that PostgreSQL writes otherwise or not at all. */
const far = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'];
const own = ['/api/signal/user/history', '/api/signal/user/stats'];
const ofAdmins = ['/api/admin/signals', '/api/admin/audit'];
const requested = [...own, ...ofAdmins].flatMap((path) => ['from', 'to'].map((name) => [path, name] as const));

it.each(requested)('A58: %s with a far `%s` is refused as a fault of the caller, not ours', async (path, name) => {
  const caller = ofAdmins.includes(path) ? test.admin : trader;
  for (const instant of far) {
    const answer = await caller.get(`${path}?${new URLSearchParams({ [name]: instant })}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
    expect(answer.json().details).toMatchObject([{ field: name }]);
  }
});

it('A58: the first and the last year are answered: who types 2026 into a field has asked for the year 2', async () => {
  const { total } = (await trader.get(own[0] as string)).json();
  const all = new URLSearchParams({ from: '0002-01-01T00:00:00+02:00', to: '9999-12-31T23:59:59Z' });
  const answer = await trader.get(`${own[0]}?${all}`);
  expect([answer.statusCode, answer.json().total]).toEqual([200, total]);
});

it('A58: a reason with half a character voids nothing and is written nowhere', async () => {
  const before = (await test.admin.get('/api/admin/audit')).json().total;
  const path = `/api/signal/user/admin/deleteSignal/${lost.id}`;
  const answer = await test.admin.delete(path, { reason: 'Half of a character is here: \ud83d, and the rest is not.' });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
  expect((await trader.get(`/api/signal/user/${trader.id}`)).json().items).toMatchObject([{ result: 'unsuccessful' }]);
  expect((await test.admin.get('/api/admin/audit')).json().total).toBe(before);
});
