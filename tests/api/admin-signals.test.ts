import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AllSignals, SignalFile } from '#contract/admin/signals.ts';
import type { Signal } from '#contract/signals.ts';
import { listSignalLeaves } from '#tests/support/record/leaves-of.ts';
import { createTestAdmin } from '#tests/support/test-admin.ts';
import type { SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const path = '/api/admin/signals';
const test = sharedByTests(createTestAdmin);
let admin: SignalPerson;
let trader: SignalPerson;
let lost: Signal;
let won: Signal;
let open: Signal;

beforeAll(async () => {
  ({ admin } = test);
  trader = await test.person();
  lost = await trader.signal();
  await test.finish(lost, 'unsuccessful');
  won = await trader.signal('kurs_ai_v1?interval=5');
  await test.finish(won, 'successful');
  open = await (await test.person()).signal();
});

const list = async (query: Record<string, string> = {}): Promise<AllSignals> =>
  (await admin.get(`${path}?${new URLSearchParams(query)}`)).json();
const toIds = ({ items }: AllSignals): string[] => items.map(({ id }) => id);
const getFile = async (id: string): Promise<SignalFile> => (await admin.get(`${path}/${id}`)).json();
const getErrorCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];

describe('the signals of all users', () => {
  it('are in the order of the record, without their users', async () => {
    const all = await list();
    expect(toIds(all)).toEqual([open.id, won.id, lost.id]);
    expect(all.items.map(({ recordIndex }) => recordIndex)).toEqual(
      all.items.map(({ recordIndex }) => recordIndex).toSorted((a, b) => (b ?? 0) - (a ?? 0)),
    );
    expect(all.items[2]).toMatchObject({ result: 'unsuccessful', voidReason: null, isRemoved: false });
    expect(JSON.stringify(all)).not.toMatch(new RegExp(`${trader.id}|email|analytics`));
    expect(await test.audit(trader.id)).toEqual([]);
  });

  it('are found by the place of their leaf', async () => {
    const [item] = (await list({ q: lost.id })).items;
    expect(toIds(await list({ q: String(item?.recordIndex) }))).toEqual([lost.id]);
  });

  it.each([
    [{ result: 'open' }, () => [open.id]],
    [{ result: 'successful' }, () => [won.id]],
    [{ aiModel: 'kurs_ai_v1' }, () => [won.id]],
    [{ symbol: 'USDCHF' }, () => []],
    [{ q: 'nothing' }, () => []],
    [{ from: '2026-03-04T00:00:00Z' }, () => []],
    [{ to: '2026-03-04T00:00:00Z' }, () => [open.id, won.id, lost.id]],
  ])('are filtered by %j', async (query, ids) => {
    expect(toIds(await list(query as Record<string, string>))).toEqual(ids());
  });

  it('for one user are audited, once per look', async () => {
    const theirs = await list({ user: trader.id, limit: '1' });
    expect(theirs.user).toMatchObject({ id: trader.id });
    await list({ user: trader.id, limit: '1', cursor: theirs.nextCursor ?? '' });
    expect(await test.audit(trader.id)).toMatchObject([{ actorId: admin.id, action: 'signals.read' }]);
    expect(getErrorCode(await admin.get(`${path}?user=${randomUUID()}`))).toEqual([404, 'user_not_found']);
  });
});

describe('one signal', () => {
  it('is returned with its user, the ticks that decided it and the prices of its minutes; the access is audited', async () => {
    const file = await getFile(lost.id);
    expect(file).toMatchObject({
      id: lost.id,
      user: { id: trader.id },
      recordIndex: expect.any(Number),
      outcome: { result: 'unsuccessful', closePrice: 1.099 },
      voiding: null,
      prices: { count: 2 },
    });
    expect(file.prices.longestGapMs).toBeGreaterThan(170_000);
    expect(await test.audit(lost.id)).toMatchObject([{ actorId: admin.id, action: 'signal.read' }]);
  });

  it('voided by an administrator states who, why and when, and the record states the kind of error', async () => {
    const signal = await (await test.person()).signal();
    const reason = 'Between 15:03 and 15:04 the feed sent no price of this pair.';
    const body = { reason, cause: 'feed_gap' };
    expect((await admin.delete(`/api/signal/user/admin/deleteSignal/${signal.id}`, body)).statusCode).toBe(204);
    const file = await getFile(signal.id);
    expect(file).toMatchObject({
      result: 'void',
      voidReason: 'operator',
      outcome: { result: 'void' },
      voiding: { cause: 'feed_gap', reason, by: 'admin@kurs.example' },
    });
    const leaves = await listSignalLeaves(test.database.db, signal.id);
    expect(leaves[1]?.leaf).toMatchObject({ kind: 'void', cause: 'feed_gap' });
    expect(JSON.stringify(leaves)).not.toContain('15:03');
    expect(await test.audit(signal.id)).toMatchObject([
      { action: 'signal.read' },
      {
        action: 'signal.void',
        reason,
        before: { result: null },
        after: { result: 'void', cause: 'feed_gap' },
      },
    ]);
  });

  it.each(['nothing', randomUUID()])('returns 404 for an unknown id: %s', async (id) => {
    expect(getErrorCode(await admin.get(`${path}/${id}`))).toEqual([404, 'signal_not_found']);
  });
});
