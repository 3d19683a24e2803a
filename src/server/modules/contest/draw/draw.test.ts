import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { timeOfRound } from '#domain/contest/beacon-chain.ts';
import { closingRules, decidingRound, isClosingLeaf, readClosing } from '#domain/contest/contest-closing.ts';
import { type PublishedDraw, verifyDraw } from '#record/contest-draw.ts';
import { parseNote } from '#record/checkpoint.ts';
import { contests, contestTrades } from '#server/database/tables/contest-tables.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { recordLeaves, users } from '#server/database/schema.ts';
import { auditLog } from '#server/database/tables/signal-tables.ts';
import { lockUser } from '#server/modules/accounts/accounts.repository.ts';
import { eraseUser } from '#server/modules/accounts/own-data/delete-account.ts';
import { sha256Hex } from '#node/sha256.ts';
import { testChain } from '#tests/support/record/test-beacon.ts';
import { createTestContest, endsAt, type TestContest } from '#tests/support/test-contest.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import { dayMs } from '#domain/time.ts';

const path = '/api/user/contest';
const adminPath = '/api/admin/contest';

const verify = (draw: PublishedDraw) => verifyDraw(sha256Hex, testChain, draw);
const allHold = { closing: true, list: true, decisions: true, round: true, beacon: true, number: true, winners: true };

/** From the closing to the round that decides. */
const leadMs = closingRules.leadMs + testChain.periodMs;

const untilEnd = (test: TestContest, more = 0): void => test.time.advance(endsAt - test.time.clock.now() + more);

describe('the draw', () => {
  let test: TestContest;
  let admin: TestPerson;
  let people: TestPerson[];

  beforeAll(async () => {
    test = await createTestContest();
    admin = await test.admin();
    people = [];
    for (let at = 0; at < 7; at++) {
      const person = await test.participant({ lang: at % 2 === 0 ? 'uk' : 'en' });
      await test.tradeAll(person);
      people.push(person);
    }
    // None of these may be drawn: nine trades, the operator's own staff by address or role, a
    // blocked account.
    const nine = await test.participant();
    for (let made = 0; made < 9; made++) await test.trade(nine);
    const tester = await test.participant();
    await test.tradeAll(tester);
    await test.database.db.update(users).set({ email: 'tester@kurs.example' }).where(eq(users.id, tester.id));
    const promoted = await test.participant();
    await test.tradeAll(promoted);
    await test.database.db.update(users).set({ role: 'admin' }).where(eq(users.id, promoted.id));
    const blocked = await test.participant();
    await test.tradeAll(blocked);
    await test.database.db.update(users).set({ isBlocked: true }).where(eq(users.id, blocked.id));
  });
  afterAll(() => test.close());

  it('cannot take place before the last day is over', async () => {
    untilEnd(test, -1);
    await test.rounds.turn();
    const answer = await admin.post(`${adminPath}/draw`);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'draw_not_ready', details: { waitsFor: 'not_over' } },
    ]);
    expect((await test.visitor.get(path)).json()).toMatchObject({ state: 'running', winners: [] });
  });

  it('waits while the last trades cannot be read', async () => {
    untilEnd(test);
    test.brokerIsAway = true;
    await test.rounds.turn();
    expect((await test.visitor.get(path)).json()).toMatchObject({ state: 'closed', draw: { listHash: null } });
    expect((await admin.get(adminPath)).json().notReady).toBe('trades_unread');
    test.brokerIsAway = false;
  });

  it('takes place once for concurrent processes and administrators', async () => {
    const together = () => Promise.all([test.rounds.turn(), test.rounds.turn(), admin.post(`${adminPath}/draw`)]);
    await together();
    const { note } = (await test.visitor.get(path)).json().draw;
    expect((await admin.get(adminPath)).json().notReady).toBe('round_pending');
    test.time.advance(leadMs);
    await together();
    const { state, winners, draw, joined } = (await test.visitor.get(path)).json();
    expect([state, winners.length, draw.eligible, joined, draw.note]).toEqual(['drawn', 5, 7, 11, note]);
    await test.rounds.turn();
    expect((await test.visitor.get(path)).json().winners).toEqual(winners);
  });

  it('can be recomputed by anyone, which reveals a changed list or winner', async () => {
    const draw = (await test.visitor.get(`${path}/draw`)).json();
    expect(await verify(draw)).toEqual(allHold);
    expect(await verify({ ...draw, entries: draw.entries.toReversed() })).toMatchObject({ list: false });
    const [first, second, ...rest] = draw.winners;
    const swapped = { ...draw, winners: [second, first, ...rest] };
    expect(await verify(swapped)).toMatchObject({ winners: false, list: true });
    expect(draw.note).toMatch(/^kurs\.example\/record\/contest\ncontest 2026-12-01\nends 2027-01-10T22:00:00\.000Z\n/);
    expect(draw.note).toMatch(/\nentries 7\nundecided 0\nlist \w{64}\nrecord 7 BwcH[\w=]+\nbeacon (7e){32} \d+\n/);
  });

  it('numbers entries by the time of joining, and each user finds their own', async () => {
    const draw = (await test.visitor.get(`${path}/draw`)).json();
    const numbers = [];
    for (const person of people) {
      const { number, entryId } = (await person.get(path)).json().me;
      expect(draw.entries[number - 1]).toBe(entryId);
      numbers.push(number);
    }
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('mails each winner once in their language, and nobody else', async () => {
    const { winners } = (await admin.get(adminPath)).json();
    const mails = test.mails.filter(({ kind }) => kind === 'contest_won');
    expect(mails.map(({ to }) => to).sort()).toEqual(winners.map(({ email }: { email: string }) => email).sort());
    for (const mail of mails) {
      const { number } = winners.find(({ email }: { email: string }) => email === mail.to);
      expect(mail).toMatchObject({ number, lang: number % 2 === 1 ? 'uk' : 'en', until: '2027-01-17T22:10:03.000Z' });
    }
  });

  it('shows winners masked to everyone and in full to administrators only', async () => {
    const shown = (await test.visitor.get(path)).json().winners;
    for (const winner of shown) {
      expect(winner.email).toMatch(/^.\*\*\*@k\*\*\*\.example$/);
      expect(winner.status).toBe('awaiting');
    }
    expect((await people[0]?.get(adminPath))?.statusCode).toBe(403);
    expect((await test.visitor.get(adminPath)).statusCode).toBe(401);
  });

  it('passes a forfeited prize to the next rank of the same draw', async () => {
    const change = (rank: number, status: string) => admin.patch(`${adminPath}/winners/${rank}`, { status });
    expect((await change(2, 'confirmed')).statusCode).toBe(204);
    expect((await change(2, 'paid')).statusCode).toBe(204);
    expect((await change(2, 'forfeited')).json().code).toBe('winner_not_changeable');
    expect((await change(1, 'paid')).json().code).toBe('winner_not_changeable');
    expect((await change(3, 'forfeited')).statusCode).toBe(204);
    expect((await change(99, 'paid')).statusCode).toBe(404);
    const { winners } = (await test.visitor.get(path)).json();
    expect(winners.map(({ rank, prize, status }: Record<string, unknown>) => [rank, prize, status])).toEqual([
      [1, 1, 'awaiting'],
      [2, 2, 'paid'],
      [3, 3, 'forfeited'],
      [4, 4, 'awaiting'],
      [5, 5, 'awaiting'],
      [6, 3, 'awaiting'],
    ]);
    expect(winners[5].hash > winners[4].hash).toBe(true);
    expect(test.mails.filter(({ kind }) => kind === 'contest_won')).toHaveLength(6);
    const entries = await test.database.db.select().from(auditLog).where(eq(auditLog.targetId, '2026-12-01/3'));
    expect(entries).toMatchObject([
      { actorId: admin.id, before: { status: 'awaiting' }, after: { status: 'forfeited' } },
    ]);
  });

  it('rejects later changes to its list', async () => {
    const before = (await test.visitor.get(`${path}/draw`)).json();
    const late = await test.person();
    expect((await late.post('/api/user/joinContest')).statusCode).toBe(409);
    const leaving = await late.post('/api/user/leaveContest');
    expect([leaving.statusCode, leaving.json().code]).toEqual([409, 'contest_closed']);
    test.time.advance(dayMs);
    await test.rounds.turn();
    expect((await test.visitor.get(`${path}/draw`)).json()).toEqual(before);
  });
});

describe('a draw requested concurrently', () => {
  it('takes place once and is audited at most once, with its actor', async () => {
    const test = await createTestContest();
    for (let i = 0; i < 6; i += 1) await test.tradeAll(await test.participant());
    const admin = await test.admin();
    untilEnd(test);
    await test.rounds.turn();
    test.time.advance(leadMs);
    const requested = Array.from({ length: 8 }, () => admin.post(`${adminPath}/draw`));
    const answers = await Promise.all([...requested, test.rounds.turn().then(() => null)]);
    for (const answer of answers) if (answer) expect(answer.statusCode).toBe(200);
    expect((await test.visitor.get(path)).json().winners).toHaveLength(5);
    expect(test.mails.filter(({ kind }) => kind === 'contest_won')).toHaveLength(5);
    const written = await test.database.db.select().from(auditLog).where(eq(auditLog.action, 'contest.draw'));
    expect(written.length).toBeLessThanOrEqual(1);
    await test.close();
  });

  it('is audited with the time at which it takes place', async () => {
    const test = await createTestContest();
    await test.tradeAll(await test.participant());
    const admin = await test.admin();
    untilEnd(test);
    await test.rounds.turn();
    test.time.advance(leadMs);
    for (let i = 0; i < 2; i += 1) expect((await admin.post(`${adminPath}/draw`)).statusCode).toBe(200);
    const written = await test.database.db.select().from(auditLog).where(eq(auditLog.action, 'contest.draw'));
    const { draw } = (await test.visitor.get(path)).json();
    expect(written.map(({ actorId, at }) => [actorId, at.toISOString()])).toEqual([[admin.id, draw.drawnAt]]);
    await test.close();
  });
});

describe('between the closing and the draw', () => {
  it('the round follows from the closing, is published at once, and decides alone', async () => {
    const test = await createTestContest();
    await test.tradeAll(await test.participant());
    await test.tradeAll(await test.participant());
    untilEnd(test);
    await test.rounds.turn();
    const closed = (await test.visitor.get(path)).json();
    const round = decidingRound(testChain, Date.parse(closed.draw.closedAt));
    const roundAt = new Date(timeOfRound(testChain, round)).toISOString();
    expect(closed).toMatchObject({
      state: 'closed',
      draw: { rule: 'beacon', eligible: 2, round, roundAt, randomness: null, number: null },
    });
    test.time.advance(Date.parse(roundAt) - test.time.clock.now() - 1);
    await test.rounds.turn();
    expect((await test.visitor.get(path)).json().state).toBe('closed');
    test.time.advance(1);
    test.beaconIsSilent = true;
    await test.rounds.turn();
    expect((await test.visitor.get(path)).json().draw).toEqual(closed.draw);
    test.beaconIsSilent = false;
    await test.rounds.turn();
    const draw = (await test.visitor.get(`${path}/draw`)).json();
    expect([draw.round, draw.note]).toEqual([round, closed.draw.note]);
    expect(await verify(draw)).toEqual(allHold);
    await test.close();
  });

  it('preserves the number of an account deleted in between, and mails nobody about it', async () => {
    const test = await createTestContest();
    const gone = await test.participant();
    await test.tradeAll(gone);
    untilEnd(test);
    await test.rounds.turn();
    await inTransaction(test.database.db, async ({ tx }) => {
      await lockUser(tx, gone.id);
      await eraseUser(tx, { id: gone.id, passwordHash: 'none', at: new Date(endsAt) });
    });
    await test.draw();
    const draw = (await test.visitor.get(`${path}/draw`)).json();
    expect(await verify(draw)).toEqual(allHold);
    const { winners } = (await test.visitor.get(path)).json();
    expect(winners).toMatchObject([
      { number: 1, status: 'awaiting', email: expect.stringMatching(/@d\*\*\*\.invalid$/) },
    ]);
    expect(test.mails).toEqual([]);
    await test.close();
  });
});

describe('the closing on the record', () => {
  const leaves = (test: TestContest) =>
    test.database.db.select().from(recordLeaves).where(eq(recordLeaves.kind, 'closing'));

  it('is one leaf, which states what was signed, and is named in the draw', async () => {
    const test = await createTestContest();
    await test.tradeAll(await test.participant());
    untilEnd(test);
    await Promise.all([test.rounds.turn(), test.rounds.turn()]);
    await test.draw();
    const [row, ...more] = await leaves(test);
    const { draw } = (await test.visitor.get(path)).json();
    const closing = readClosing(parseNote(draw.note)?.text ?? '');
    expect(more).toEqual([]);
    expect(closing && isClosingLeaf(JSON.parse(row?.leaf ?? '{}'), closing)).toBe(true);
    expect([draw.leaf, (await test.visitor.get(`${path}/draw`)).json().leaf]).toEqual([row?.index, row?.index]);
    expect(row?.at.toISOString()).toBe(draw.closedAt);
    await test.close();
  });

  it('is not appended when the closing is not saved', async () => {
    const test = await createTestContest();
    await test.tradeAll(await test.participant());
    untilEnd(test);
    test.cannotSign = true;
    await expect(test.rounds.turn()).rejects.toThrow('no key');
    expect(await leaves(test)).toEqual([]);
    test.cannotSign = false;
    await test.rounds.turn();
    expect(await leaves(test)).toHaveLength(1);
    await test.close();
  });

  /** As after a backup from before the closing: the journal brings back the leaf alone. */
  async function restored(change: (test: TestContest) => Promise<void>) {
    const test = await createTestContest();
    await test.tradeAll(await test.participant());
    untilEnd(test);
    await test.rounds.turn();
    const { draw } = (await test.visitor.get(path)).json();
    await test.database.db
      .update(contests)
      .set({ closedAt: null, list: null, listHash: null, note: null, round: null });
    await change(test);
    test.time.advance(dayMs);
    return { test, draw };
  }

  it('is used again by a restored database that has the same list', async () => {
    const { test, draw } = await restored(async () => undefined);
    await test.rounds.turn();
    const again = (await test.visitor.get(path)).json();
    expect([again.state, again.draw.closedAt, again.draw.round]).toEqual(['drawn', draw.closedAt, draw.round]);
    expect([again.draw.note, again.draw.leaf]).toEqual([draw.note, draw.leaf]);
    expect(await leaves(test)).toHaveLength(1);
    await test.close();
  });

  it('prevents another closing by a restored database whose list differs', async () => {
    const { test } = await restored(async (one) => {
      await one.database.db.delete(contestTrades);
    });
    await expect(test.rounds.turn()).rejects.toThrow(
      'the record has a closing of contest 2026-12-01 with another list',
    );
    expect((await test.visitor.get(path)).json()).toMatchObject({
      state: 'closed',
      draw: { listHash: null, leaf: null },
    });
    await test.close();
  });
});

describe('a contest of an older release', () => {
  const older = { list: '{"contest":"2026-12-01","entries":[]}', listHash: 'aa'.repeat(32), note: 'signed' };

  it('is still shown when it was drawn, marked as drawn by the older rule, and has nothing to verify', async () => {
    const test = await createTestContest();
    await test.visitor.get(path);
    const drawn = { ...older, closedAt: new Date(endsAt), drawnAt: new Date(endsAt), number: 'bb'.repeat(32) };
    await test.database.db.update(contests).set(drawn);
    untilEnd(test, 1);
    await test.rounds.turn();
    expect((await test.visitor.get(path)).json()).toMatchObject({
      state: 'drawn',
      draw: { rule: 'seed', listHash: older.listHash, leaf: null, round: null, roundAt: null, number: drawn.number },
    });
    expect((await test.visitor.get(`${path}/draw`)).statusCode).toBe(404);
    await test.close();
  });

  it('whose list it closed but did not draw is closed with the same list and a round', async () => {
    const test = await createTestContest();
    const person = await test.participant();
    await test.tradeAll(person);
    await test.database.db.update(contests).set({ ...older, closedAt: new Date(endsAt) });
    await test.draw();
    const draw = (await test.visitor.get(`${path}/draw`)).json();
    expect([draw.entries, draw.winners]).toEqual([[], []]);
    expect((await test.visitor.get(path)).json().draw.rule).toBe('beacon');
    await test.close();
  });
});

it('a draw whose winner mails fail does not take place', async () => {
  const test = await createTestContest();
  await test.tradeAll(await test.participant());
  untilEnd(test);
  await test.rounds.turn();
  test.time.advance(leadMs);
  const queue = vi.spyOn(test.mails, 'push').mockImplementation(() => {
    throw new Error('the outbox is unavailable');
  });
  await expect(test.rounds.turn()).rejects.toThrow('the outbox is unavailable');
  expect((await test.visitor.get(path)).json()).toMatchObject({ state: 'closed', winners: [], draw: { number: null } });
  queue.mockRestore();
  await test.rounds.turn();
  expect((await test.visitor.get(path)).json()).toMatchObject({ state: 'drawn', winners: [{ number: 1 }] });
  expect(test.mails).toHaveLength(1);
  await test.close();
});

describe('a contest without enough participants', () => {
  it('draws no winners when nobody finished', async () => {
    const test = await createTestContest();
    await test.participant();
    await test.draw();
    const { state, winners, draw } = (await test.visitor.get(path)).json();
    expect([state, winners, draw.eligible]).toEqual(['drawn', [], 0]);
    await test.close();
  });

  it('draws after a day even if the broker stays down', async () => {
    const test = await createTestContest();
    const person = await test.participant();
    await test.tradeAll(person);
    expect((await test.me(person)).trades).toBe(10);
    test.brokerIsAway = true;
    untilEnd(test, dayMs);
    await test.draw();
    expect((await test.visitor.get(path)).json()).toMatchObject({ state: 'drawn', winners: [{ number: 1 }] });
    await test.close();
  });
});
