import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contestEntries, contestTrades } from '#server/database/tables/contest-tables.ts';
import { createTestContest, endsAt, startsAt, type TestContest } from '#tests/support/test-contest.ts';
import { hourMs } from '#domain/time.ts';

const path = '/api/user/contest';
const join = '/api/user/joinContest';
const leave = '/api/user/leaveContest';
const at = (instant: number): string => new Date(instant).toISOString();

describe('while the contest runs', () => {
  let test: TestContest;
  beforeAll(async () => {
    test = await createTestContest();
  });
  afterAll(() => test.close());

  it('publishes its dates, its prizes and the rule of its draw, without any secret', async () => {
    const answer = (await test.visitor.get(path)).json();
    expect(answer).toMatchObject({
      id: '2026-12-01',
      name: 'New Year challenge',
      state: 'running',
      startsAt: at(startsAt),
      endsAt: at(endsAt),
      drawAt: at(endsAt),
      timezone: 'Europe/Kyiv',
      prizes: ['$200'],
      evidence: 'trades',
      winners: [],
      draw: { rule: 'beacon', closedAt: null, listHash: null, round: null, number: null },
    });
    expect(answer).not.toHaveProperty('me');
    expect(answer.draw).not.toHaveProperty('seed');
    expect((await test.visitor.get(`${path}/draw`)).statusCode).toBe(404);
  });

  it('creates one entry from a hundred concurrent joins, with the same answer each time', async () => {
    const person = await test.person();
    const answers = await Promise.all(Array.from({ length: 100 }, () => person.post(join)));
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([200, { joined: true, email: person.email }]);
    const rows = await test.database.db.select().from(contestEntries);
    expect(rows.filter(({ userId }) => userId === person.id)).toHaveLength(1);
  });

  it('deletes everything that was counted when a user leaves, and reads it again on rejoining', async () => {
    const [person, other] = [await test.participant(), await test.participant()];
    await test.trade(person);
    await test.trade(other);
    expect((await test.me(person)).trades).toBe(1);
    for (const answer of [await person.post(leave), await person.post(leave)]) expect(answer.statusCode).toBe(204);
    expect((await person.get(path)).json().me).toMatchObject({ joined: false, trades: 0, list: [] });
    const rows = await test.database.db.select().from(contestTrades);
    expect(rows.filter(({ userId }) => userId === person.id)).toEqual([]);
    expect((await test.me(other)).trades).toBe(1);
    await person.post(join);
    test.time.advance(61_000);
    expect((await test.me(person)).trades).toBe(1);
    expect((await test.visitor.post(leave)).statusCode).toBe(401);
  });

  it('requires an account with a confirmed address to join', async () => {
    expect((await test.visitor.post(join)).statusCode).toBe(401);
    const fresh = await test.person({ isActivated: false });
    const answer = await fresh.post(join);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'email_not_activated']);
    expect((await fresh.get(path)).json().me.joined).toBe(false);
  });

  it.each([
    ['an administrator by role', { role: 'admin' as const }],
    ['an administrator by configuration', { email: 'admin@kurs.example' }],
    ['an internal account', { email: 'Tester@kurs.example' }],
  ])('%s, excluded from the draw, cannot join', async (_title, change) => {
    const person = await test.person(change);
    const answer = await person.post(join);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'contest_team_excluded']);
    expect((await person.get(path)).json().me.joined).toBe(false);
  });

  it('counts trades that follow signals whatever their result, and gives the reason for each that does not count', async () => {
    const person = await test.participant();
    await test.trade(person, { profit: 8.2 });
    await test.trade(person, { stake: 8 });
    await test.trade(person, { bonusStake: 5 });
    await test.trade(person, { direction: 'SELL' });
    await test.trade(person, { profit: 0 });
    await test.trade(person, { hasEdge: false, profit: 8.2 });
    const me = (await person.get(path)).json().me;
    expect([me.trades, me.required]).toEqual([2, 10]);
    expect(me.list.map(({ reason, result }: { reason: string; result: string }) => [result, reason])).toEqual([
      ['successful', 'no_signal'],
      ['neutral', null],
      ['unsuccessful', 'no_signal'],
      ['unsuccessful', 'bonus'],
      ['unsuccessful', 'stake'],
      ['successful', null],
    ]);
  });

  it('counts a trade once however often the broker reports it, and an open one not yet', async () => {
    const person = await test.participant();
    await test.trade(person);
    const first = await test.me(person);
    test.time.advance(61_000);
    expect((await test.me(person)).trades).toBe(first.trades);
    await test.trade(person, { closesAt: test.time.clock.now() + 600_000, duration: 10 });
    test.time.advance(61_000);
    expect((await test.me(person)).list).toHaveLength(1);
  });

  it('leaves the figures and their time unchanged while the broker is down', async () => {
    const person = await test.participant();
    await test.trade(person);
    const { syncedAt } = (await person.get(path)).json().me;
    await test.trade(person);
    test.brokerIsAway = true;
    const away = (await person.get(path)).json().me;
    test.brokerIsAway = false;
    expect([away.trades, away.syncedAt]).toEqual([1, syncedAt]);
    expect((await test.me(person)).trades).toBe(2);
  });

  it('queries the broker once for thirty concurrent reads', async () => {
    const person = await test.participant();
    await test.trade(person);
    const requested = vi.spyOn(test.trades, 'get');
    const answers = await Promise.all(Array.from({ length: 30 }, () => test.me(person)));
    expect(requested).toHaveBeenCalledTimes(1);
    expect(answers.map(({ trades }) => trades)).toEqual(answers.map(() => 1));
    requested.mockRestore();
  });

  it('reveals what a user has joined and traded to no other user', async () => {
    const person = await test.participant({ email: 'secret.person@example.com' });
    await test.trade(person);
    const other = await test.participant();
    expect(JSON.stringify((await other.get(path)).json())).not.toContain('secret.person');
  });

  it('reads the trades of inactive users in the hourly round', async () => {
    const person = await test.participant();
    await test.trade(person);
    test.time.advance(hourMs);
    await test.rounds.turn();
    test.brokerIsAway = true;
    expect((await test.me(person)).trades).toBe(1);
    test.brokerIsAway = false;
  });
});

describe('the joining period', () => {
  it.each([
    ['one millisecond before the first midnight', startsAt - 1, 409],
    ['the first midnight', startsAt, 200],
    ['the last millisecond of the last day', endsAt - 1, 200],
    ['the midnight after the last day', endsAt, 409],
  ])('%s in Kyiv', async (_title, from, status) => {
    const test = await createTestContest({ from });
    const person = await test.person();
    const answer = await person.post(join);
    expect(answer.statusCode).toBe(status);
    if (status === 409) {
      const details = { startsAt: at(startsAt), endsAt: at(endsAt) };
      expect(answer.json()).toMatchObject({ code: 'contest_closed', details });
    }
    expect((await person.get(path)).json().me.joined).toBe(status === 200);
    await test.close();
  });

  it('gives a participant the same answer after the end', async () => {
    const test = await createTestContest({ from: endsAt - 1_000 });
    const person = await test.participant();
    test.time.advance(60_000);
    expect((await person.post(join)).statusCode).toBe(200);
    await test.close();
  });
});

describe('operator settings', () => {
  it('can disable the contest, which is then not found and cannot be joined', async () => {
    const test = await createTestContest({ settings: null });
    const person = await test.person();
    const answers = [await person.get(path), await person.get(`${path}/draw`), await person.post(join)];
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [404, 'contest_off'],
      [404, 'contest_off'],
      [409, 'contest_closed'],
    ]);
    await test.close();
  });

  it('can change the dates until a user has joined, and never afterwards', async () => {
    const days = { start: '2026-12-01', end: '2026-12-20' };
    const test = await createTestContest({ settings: { days } });
    const before = (await test.visitor.get(path)).json();
    days.end = '2026-12-24';
    const moved = (await test.visitor.get(path)).json();
    expect([before.endsAt, moved.endsAt]).toEqual(['2026-12-20T22:00:00.000Z', '2026-12-24T22:00:00.000Z']);
    await test.participant();
    days.end = '2026-12-31';
    expect((await test.visitor.get(path)).json().endsAt).toBe(moved.endsAt);
    await test.close();
  });
});
