import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcomes, signals } from '#server/database/schema.ts';
import { listSignalLeaves } from '#tests/support/record/leaves-of.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { adminEmail, createTestSignals, type SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);
let admin: SignalPerson;
let trader: SignalPerson;

beforeAll(async () => {
  admin = await test.person({ email: adminEmail });
  trader = await test.person();
});

const reason = 'The feed sent a wrong price.';
const voidIt = (id: string, body: object | null = { reason }) =>
  admin.delete(`/api/signal/user/admin/deleteSignal/${id}`, body ?? undefined);
const getState = async (id: string) => {
  const { db } = test.database;
  return {
    signal: (await db.select().from(signals).where(eq(signals.id, id)))[0],
    outcome: (await db.select().from(outcomes).where(eq(outcomes.signalId, id)))[0],
    leaves: (await listSignalLeaves(db, id)).map(({ leaf }) => leaf),
    audit: await db.select().from(auditLog).where(eq(auditLog.targetId, id)),
  };
};

describe('voiding by an administrator', () => {
  it('is refused once a signal has its outcome, which would choose what counts', async () => {
    const signal = await trader.signal();
    await test.finish(signal, 'unsuccessful');
    const answer = await voidIt(signal.id);
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'signal_expired']);
    const { signal: row, outcome, leaves, audit } = await getState(signal.id);
    expect([row?.result, outcome?.result]).toEqual(['unsuccessful', 'unsuccessful']);
    expect(leaves.map(({ kind }) => kind)).toEqual(['signal', 'outcome']);
    expect(audit).toEqual([]);
  });

  it('applies to an open signal, which then never settles otherwise', async () => {
    const before = (await trader.get('/api/signal/user/stats')).json();
    const signal = await trader.signal();
    expect((await voidIt(signal.id)).statusCode).toBe(204);
    expect(test.published.at(-1)).toMatchObject({
      userId: trader.id,
      name: 'result',
      data: { id: signal.id, result: 'void', voidReason: 'operator', isWinner: null },
    });
    await test.finish(signal, 'successful');
    const { signal: row, outcome, leaves, audit } = await getState(signal.id);
    expect(row).toMatchObject({ status: 'settled', result: 'void' });
    expect(outcome).toMatchObject({ result: 'void', voidReason: 'operator' });
    expect(leaves).toMatchObject([{ kind: 'signal' }, { kind: 'void', cause: 'other' }, { kind: 'outcome' }]);
    // What it would have come to stands beside the void.
    expect(leaves[2]).toMatchObject({ prices: [expect.not.stringContaining('-')] });
    expect(audit).toMatchObject([{ actorId: admin.id, action: 'signal.void', reason }]);
    const stats = (await trader.get('/api/signal/user/stats')).json();
    expect(stats).toMatchObject({ total: before.total, void: before.void + 1, removed: 0 });
  });

  it('applies once per signal, even when repeated', async () => {
    const signal = await trader.signal();
    const answers = await Promise.all(Array.from({ length: 10 }, () => voidIt(signal.id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 204));
    const { leaves, audit } = await getState(signal.id);
    expect([leaves.length, audit.length]).toEqual([2, 1]);
  });

  it('applies to a signal that its user removed from the lists, without a notification', async () => {
    const signal = await trader.signal();
    await trader.delete(`/api/signal/delete/${signal.id}`);
    const before = test.published.length;
    expect((await voidIt(signal.id)).statusCode).toBe(204);
    expect((await getState(signal.id)).signal).toMatchObject({ result: 'void' });
    expect(test.published).toHaveLength(before);
  });
});

describe('rejects a void', () => {
  it.each([
    [404, 'signal_not_found', () => randomUUID(), { reason }],
    [404, 'signal_not_found', () => 'nothing', { reason }],
  ])('with %i %s', async (status, code, id, body) => {
    const answer = await voidIt(id(), body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it.each([
    [{}],
    [{ reason: '' }],
    [{ reason: '  x  ' }],
    [{ reason: 'Nineteen characters' }],
    [{ reason, cause: 'because' }],
    [{ reason: 'x'.repeat(501) }],
    [{ reason: 7 }],
    [{ reason, by: 'somebody' }],
    [null],
  ])('without a valid reason: %j', async (body) => {
    const signal = await trader.signal();
    expect((await voidIt(signal.id, body)).statusCode).toBe(400);
    expect((await getState(signal.id)).audit).toEqual([]);
    await test.finish(signal, 'neutral');
  });
});

it('the audit log rejects updates, deletes and truncation', async () => {
  const { pool } = test.database;
  for (const statement of ['update audit_log set reason = null', 'delete from audit_log', 'truncate audit_log'])
    await expect(pool.query(statement)).rejects.toThrow('append-only');
  const { rows } = await pool.query('select count(*)::int from audit_log');
  expect(rows[0].count).toBeGreaterThan(0);
});
