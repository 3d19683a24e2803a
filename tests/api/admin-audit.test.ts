import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditPage } from '#contract/admin/audit.ts';
import { createTestAdmin } from '#tests/support/test-admin.ts';
import type { SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const path = '/api/admin/audit';
const test = sharedByTests(createTestAdmin);
let admin: SignalPerson;
let other: SignalPerson;
let person: SignalPerson;

beforeAll(async () => {
  ({ admin } = test);
  other = await test.person({ role: 'admin', email: 'second@kurs.example' });
  person = await test.person({ email: 'olena@kurs.example' });
  await admin.patch(`/api/admin/users/${person.id}`, { blocked: true, reason: 'Mass registrations' });
  await other.patch(`/api/admin/users/${person.id}`, { blocked: false });
  await other.delete(`/api/admin/users/${person.id}/sessions`);
});

const read = async (query: Record<string, string> = {}): Promise<AuditPage> =>
  (await admin.get(`${path}?${new URLSearchParams(query)}`)).json();
const listActions = ({ items }: AuditPage): string[] => items.map(({ action }) => action);

describe('the audit log', () => {
  it('lists actor, action, target, reason, time and change, newest first', async () => {
    const page = await read();
    expect(listActions(page)).toEqual(['user.endSessions', 'user.unblock', 'user.block']);
    expect(page).toMatchObject({ total: 3, nextCursor: null });
    expect(page.items[2]).toMatchObject({
      actor: { id: admin.id, email: 'admin@kurs.example' },
      targetId: person.id,
      targetEmail: 'olena@kurs.example',
      reason: 'Mass registrations',
      before: { blocked: false },
      after: { blocked: true },
      isIntact: true,
    });
    expect(page.actors.map(({ email }) => email)).toEqual(['admin@kurs.example', 'second@kurs.example']);
  });

  it('filters by actor and action, and is paged', async () => {
    expect(listActions(await read({ who: other.id }))).toEqual(['user.endSessions', 'user.unblock']);
    expect(listActions(await read({ action: 'user.block' }))).toEqual(['user.block']);
    expect(listActions(await read({ from: '2030-01-01T00:00:00Z' }))).toEqual([]);
    const first = await read({ limit: '2' });
    expect(listActions(await read({ limit: '2', cursor: first.nextCursor ?? '' }))).toEqual(['user.block']);
    // An empty page would look like the end of the log.
    for (const cursor of ['!!', 'a'])
      expect((await admin.get(`/api/admin/audit?cursor=${cursor}`)).json()).toMatchObject({
        code: 'validation_failed',
        details: [{ field: 'cursor' }],
      });
  });

  it('contains no address: a deleted user leaves only an id', async () => {
    const { rows } = await test.database.pool.query('select a::text as entry from audit_log a');
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain('@');
  });

  it('exposes an entry changed outside the product, and the one after a deleted entry', async () => {
    const { pool } = test.database;
    await pool.query('alter table audit_log disable trigger all');
    await pool.query(`update audit_log set reason = 'A good reason' where action = 'user.block'`);
    expect((await read()).items.map(({ isIntact }) => isIntact)).toEqual([true, true, false]);
    await pool.query(`update audit_log set reason = 'Mass registrations' where action = 'user.block'`);
    expect((await read()).items.every(({ isIntact }) => isIntact)).toBe(true);
    await pool.query(`delete from audit_log where action = 'user.unblock'`);
    expect((await read()).items.map(({ isIntact }) => isIntact)).toEqual([false, true]);
    await pool.query('alter table audit_log enable trigger all');
  });
});
