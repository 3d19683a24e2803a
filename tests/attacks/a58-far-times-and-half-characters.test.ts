import { beforeAll, expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { createTestAdmin } from '#tests/support/test-admin.ts';
import type { SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestAdmin);
let trader: SignalPerson;
let lost: Signal;

beforeAll(async () => {
  trader = await test.person();
  lost = await trader.signal();
  await test.finish(lost, 'unsuccessful');
});

/** Instants by form, with years that PostgreSQL writes differently or not at all. */
const far = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'];
const own = ['/api/signal/user/history', '/api/signal/user/stats'];
const ofAdmins = ['/api/admin/signals', '/api/admin/audit'];
const requested = [...own, ...ofAdmins].flatMap((path) => ['from', 'to'].map((name) => [path, name] as const));

it.each(requested)(
  'A58: %s with an out-of-range `%s` is rejected as the caller’s error, not the server’s',
  async (path, name) => {
    const caller = ofAdmins.includes(path) ? test.admin : trader;
    for (const instant of far) {
      const answer = await caller.get(`${path}?${new URLSearchParams({ [name]: instant })}`);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
      expect(answer.json().details).toMatchObject([{ field: name }]);
    }
  },
);

it('A58: the first and the last year are accepted: typing 2026 into a field requests the year 2 first', async () => {
  const { total } = (await trader.get(own[0] as string)).json();
  const all = new URLSearchParams({ from: '0002-01-01T00:00:00+02:00', to: '9999-12-31T23:59:59Z' });
  const answer = await trader.get(`${own[0]}?${all}`);
  expect([answer.statusCode, answer.json().total]).toEqual([200, total]);
});

it('A58: a reason with half a character voids nothing and is not stored', async () => {
  const before = (await test.admin.get('/api/admin/audit')).json().total;
  const path = `/api/signal/user/admin/deleteSignal/${lost.id}`;
  const answer = await test.admin.delete(path, { reason: 'Half of a character is here: \ud83d, and the rest is not.' });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
  expect((await trader.get(`/api/signal/user/${trader.id}`)).json().items).toMatchObject([{ result: 'unsuccessful' }]);
  expect((await test.admin.get('/api/admin/audit')).json().total).toBe(before);
});
