import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Outbox } from '#contract/admin/outbox.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import { createTestAdmin } from '#tests/support/test-admin.ts';
import { type SignalPerson, startsAt } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const path = '/api/admin/outbox';
const test = sharedByTests(createTestAdmin);
let admin: SignalPerson;
let person: SignalPerson;

beforeAll(async () => {
  ({ admin } = test);
  person = await test.person();
});
beforeEach(async () => {
  await test.database.db.delete(deliveries);
});

async function aMail(change: Partial<typeof deliveries.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  await test.database.db.insert(deliveries).values({
    id,
    userId: person.id,
    channel: 'mail',
    kind: 'activation',
    recipient: 'olena@kurs.example',
    lang: 'uk',
    sealed: 'a sealed link',
    status: 'queued',
    attempts: 1,
    queuedAt: new Date(startsAt),
    nextAttemptAt: new Date(startsAt + 300_000),
    dropAt: new Date(startsAt + 86_400_000),
    lastFault: 'try again later',
    ...change,
  });
  return id;
}

const read = async (query = ''): Promise<Outbox> => (await admin.get(`${path}${query}`)).json();
const toRow = async (id: string) => (await test.database.db.select().from(deliveries).where(eq(deliveries.id, id)))[0];
const getErrorCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];

describe('the outbox', () => {
  it('counts mails by status and lists each without its content and most of its address', async () => {
    await aMail();
    await aMail({ status: 'sent', sealed: null, sentAt: new Date(startsAt), queuedAt: new Date(startsAt - 1) });
    await aMail({ status: 'refused', sealed: null, queuedAt: new Date(startsAt - 2) });
    await aMail({ channel: 'push', kind: 'signal_alert' });
    const outbox = await read();
    expect(outbox.counts).toEqual({ queued: 1, sent: 1, kept: 0, refused: 1, given_up: 0 });
    expect(outbox.oldestQueuedAt).toBe('2026-03-03T15:00:00.000Z');
    expect(outbox.items.map(({ status }) => status)).toEqual(['queued', 'sent', 'refused']);
    expect(outbox.items[0]).toMatchObject({
      kind: 'activation',
      to: 'ol•••@kurs.example',
      lastFault: 'try again later',
    });
    expect(JSON.stringify(outbox)).not.toMatch(/olena|sealed/);
  });

  it('filters by status, and is paged', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.unshift(await aMail({ queuedAt: new Date(startsAt + n) }));
    await aMail({ status: 'sent' });
    const first = await read('?status=queued&limit=2');
    const second = await read(`?status=queued&limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
  });
});

describe('the next attempt', () => {
  it('is made now, and recorded in the audit log', async () => {
    const id = await aMail();
    const answer = await admin.post(`${path}/${id}/retry`);
    expect([answer.statusCode, answer.json().nextAttemptAt]).toEqual([200, '2026-03-03T15:00:00.000Z']);
    expect(await toRow(id)).toMatchObject({ status: 'queued', attempts: 1, nextAttemptAt: new Date(startsAt) });
    expect(await test.audit(id)).toMatchObject([{ actorId: admin.id, action: 'mail.retry', after: { attempts: 1 } }]);
  });

  it.each([
    [{ status: 'sent' as const }],
    [{ status: 'refused' as const }],
    [{ status: 'given_up' as const }],
    [{ status: 'kept' as const }],
  ])('is rejected when none is due: %j', async (change) => {
    const id = await aMail(change);
    const before = await toRow(id);
    expect(getErrorCode(await admin.post(`${path}/${id}/retry`))).toEqual([409, 'mail_not_waiting']);
    expect([await toRow(id), await test.audit(id)]).toEqual([before, []]);
  });

  it.each(['nothing', randomUUID()])('returns 404 for an unknown mail: %s', async (id) => {
    expect(getErrorCode(await admin.post(`${path}/${id}/retry`))).toEqual([404, 'not_found']);
  });
});
