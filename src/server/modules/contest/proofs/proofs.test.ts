import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contestProofs } from '#server/database/tables/contest-tables.ts';
import { auditLog } from '#server/database/tables/signal-tables.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createTestContest, endsAt, type TestContest } from '#tests/support/test-contest.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import { dayMs } from '#domain/time.ts';

const path = '/api/user/contest/proofs';
const adminPath = '/api/admin/contest';
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const webp = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(8)]);

let test: TestContest;
let admin: TestPerson;
beforeAll(async () => {
  test = await createTestContest({ listsTrades: false });
  admin = await test.admin();
});
afterAll(() => test.close());

const send = (person: TestPerson, image: Buffer, { signalId = '', type = 'image/png' } = {}) =>
  person.post(`${path}${signalId && `?signalId=${signalId}`}`, image, { 'content-type': type });

const settled = { status: 'settled', result: 'successful', closePrice: 1.11 } as const;
const aSignal = async (person: TestPerson, change = {}): Promise<string> => {
  const issuedAt = new Date(test.time.clock.now());
  return (await aLiveSignal(test.database.db, { userId: person.id, issuedAt, ...settled, ...change })).id;
};
const getProofs = (person: TestPerson) =>
  test.database.db.select().from(contestProofs).where(eq(contestProofs.userId, person.id));

describe('a screenshot of a trade where the broker reports none', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])('is accepted as %s, stays pending, and counts once it is approved', async (type, image) => {
    const person = await test.participant();
    const answer = await send(person, image, { signalId: await aSignal(person), type });
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json();
    expect(await test.me(person)).toMatchObject({ trades: 0, proofs: [{ id, status: 'pending' }] });
    expect((await admin.patch(`${adminPath}/proofs/${id}`, { status: 'approved' })).statusCode).toBe(204);
    expect(await test.me(person)).toMatchObject({
      trades: 1,
      list: [{ result: 'successful', reason: null, stake: null }],
    });
    const again = await admin.patch(`${adminPath}/proofs/${id}`, { status: 'refused' });
    expect([again.statusCode, again.json().code]).toEqual([409, 'proof_not_wanted']);
    expect((await test.me(person)).trades).toBe(1);
  });

  it('is accepted once per signal, unless it was rejected', async () => {
    const person = await test.participant();
    const signalId = await aSignal(person);
    const { id } = (await send(person, png, { signalId })).json();
    expect((await send(person, png, { signalId })).json().code).toBe('proof_not_wanted');
    await admin.patch(`${adminPath}/proofs/${id}`, { status: 'refused' });
    expect((await send(person, png, { signalId })).statusCode).toBe(201);
    expect((await test.me(person)).trades).toBe(0);
  });

  it('must be of an own ended signal of the contest, sent by a participant', async () => {
    const person = await test.participant();
    const other = await test.participant();
    const stranger = await test.person();
    const tries = [
      await send(person, png, { signalId: await aSignal(other) }),
      await send(person, png, { signalId: crypto.randomUUID() }),
      await send(person, png, { signalId: await aSignal(person, { issuedAt: new Date('2026-11-20T12:00:00Z') }) }),
      await send(stranger, png, { signalId: await aSignal(stranger) }),
      await send(person, png),
    ];
    expect(tries.map((answer) => answer.json().code)).toEqual([
      'signal_not_found',
      'signal_not_found',
      'proof_not_wanted',
      'proof_not_wanted',
      'proof_not_wanted',
    ]);
    expect([...(await getProofs(person)), ...(await getProofs(stranger))]).toEqual([]);
  });
});

describe('an invalid screenshot', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  it.each([
    ['an HTML page declared as an image', html, 'image/png', 400, 'image_not_accepted'],
    [
      'a drawing that may hold scripts',
      Buffer.from('<svg xmlns="x"/>'),
      'image/svg+xml',
      415,
      'unsupported_media_type',
    ],
    ['a page', html, 'text/html', 415, 'unsupported_media_type'],
    ['a form', Buffer.from('a=b'), 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['nothing', Buffer.alloc(0), 'image/png', 400, 'image_not_accepted'],
    ['more than two megabytes', Buffer.concat([png, Buffer.alloc(2_097_152)]), 'image/png', 400, 'image_not_accepted'],
  ])('is rejected and not stored: %s', async (_title, image, type, status, code) => {
    const person = await test.participant();
    const answer = await send(person, image, { signalId: await aSignal(person), type });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await getProofs(person)).toEqual([]);
  });
});

describe('access to a screenshot', () => {
  it('is limited to administrators, as a file that cannot run, and is audited', async () => {
    const person = await test.participant();
    const { id } = (await send(person, png, { signalId: await aSignal(person) })).json();
    expect((await person.get(`${adminPath}/proofs/${id}`)).statusCode).toBe(403);
    expect((await test.visitor.get(`${adminPath}/proofs/${id}`)).statusCode).toBe(401);
    const answer = await admin.get(`${adminPath}/proofs/${id}`);
    expect(answer.rawPayload.equals(png)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="${id}.png"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const entries = await test.database.db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(entries).toMatchObject([{ actorId: admin.id, action: 'contest.readProof' }]);
    const listed = (await admin.get(adminPath)).json().proofs.find((proof: { id: string }) => proof.id === id);
    expect(listed).toMatchObject({ email: person.email, bytes: png.length, signal: { symbol: 'EURUSD', duration: 3 } });
  });
});

describe('the draw', () => {
  it('waits until every trade screenshot is decided, takes those of winners afterwards, and deletes all after ninety days', async () => {
    const contest = await createTestContest({ listsTrades: false });
    const chief = await contest.admin();
    const person = await contest.participant();
    const ids = [];
    for (let made = 0; made < 10; made++) {
      const issuedAt = new Date(contest.time.clock.now());
      const { id: signalId } = await aLiveSignal(contest.database.db, { userId: person.id, issuedAt, ...settled });
      contest.time.advance(60_000);
      ids.push((await send(person, png, { signalId: signalId ?? '' })).json().id);
    }
    contest.time.advance(endsAt - contest.time.clock.now());
    await contest.rounds.turn();
    expect((await chief.get(adminPath)).json().notReady).toBe('screenshots_pending');
    for (const id of ids) await chief.patch(`${adminPath}/proofs/${id}`, { status: 'approved' });
    await contest.draw();
    const { screenshots } = (await contest.visitor.get('/api/user/contest/draw')).json();
    expect(screenshots.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual(
      ids.toSorted((a, b) => (a < b ? -1 : 1)).map((id) => [id, 'approved']),
    );
    expect((await contest.visitor.get('/api/user/contest')).json()).toMatchObject({
      state: 'drawn',
      evidence: 'screenshots',
      winners: [{ number: 1, status: 'awaiting' }],
    });
    const winners = async () => (await chief.get(adminPath)).json().winners[0];
    expect(await winners()).toMatchObject({ proofs: 0, isOverdue: false, proofsUntil: '2027-01-17T22:10:03.000Z' });
    expect((await send(person, jpeg, { type: 'image/jpeg' })).statusCode).toBe(201);
    contest.time.advance(8 * dayMs);
    expect(await winners()).toMatchObject({ proofs: 1, isOverdue: true });
    contest.time.advance(81 * dayMs);
    await contest.rounds.turn();
    expect(await contest.database.db.$count(contestProofs)).toBe(11);
    contest.time.advance(2 * dayMs);
    await contest.rounds.turn();
    expect(await contest.database.db.$count(contestProofs)).toBe(0);
    await contest.close();
  });

  it('waits three days for decisions; then an undecided screenshot does not count and cannot be decided on', async () => {
    const contest = await createTestContest({ listsTrades: false });
    const chief = await contest.admin();
    const person = await contest.participant();
    const issuedAt = new Date(contest.time.clock.now());
    const { id: signalId } = await aLiveSignal(contest.database.db, { userId: person.id, issuedAt, ...settled });
    const { id } = (await send(person, png, { signalId: signalId ?? '' })).json();
    contest.time.advance(endsAt + 3 * dayMs - 1 - contest.time.clock.now());
    await contest.rounds.turn();
    expect((await contest.visitor.get('/api/user/contest')).json().draw.closedAt).toBeNull();
    contest.time.advance(1);
    await contest.rounds.turn();
    const { draw } = (await contest.visitor.get('/api/user/contest')).json();
    expect(draw.note).toContain('\nentries 0\nundecided 1\n');
    const late = await chief.patch(`${adminPath}/proofs/${id}`, { status: 'approved' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'contest_closed']);
    await contest.draw();
    const published = (await contest.visitor.get('/api/user/contest/draw')).json();
    expect(published.screenshots).toEqual([{ id, status: 'pending', decidedAt: null }]);
    expect((await contest.me(person)).trades).toBe(0);
    await contest.close();
  });
});
