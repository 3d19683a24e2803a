import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminContest, Contest } from '#contract/contest.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { contestEntries } from '#server/database/tables/contest-tables.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { createTestContest, endsAt, startsAt, type TestContest } from '#tests/support/test-contest.ts';
import type { TestPerson } from '#tests/support/test-people.ts';

const path = '/api/user/contest';
const join = '/api/user/joinContest';
const admin = '/api/admin/contest';
const at = (instant: number): string => new Date(instant).toISOString();
const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const asPng = { 'content-type': 'image/png' };

describe('while the contest runs', () => {
  let test: TestContest;
  beforeAll(async () => {
    test = await createTestContest();
  });
  afterAll(() => test.close());

  it('creates one entry from a hundred concurrent joins, with the same answer each time', async () => {
    const person = await test.person();
    const answers = await Promise.all(Array.from({ length: 100 }, () => person.post(join)));
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([200, { joined: true, email: person.email }]);
    const rows = await test.database.db.select().from(contestEntries);
    expect(rows.filter(({ userId }) => userId === person.id)).toHaveLength(1);
    expect(await test.me(person)).toMatchObject({ joined: true, email: person.email, signals: 0, required: 10 });
  });

  it('requires an account with a confirmed address to join', async () => {
    expect((await test.visitor.post(join)).statusCode).toBe(401);
    const fresh = await test.person({ isActivated: false });
    const answer = await fresh.post(join);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'email_not_activated']);
    expect((await test.me(fresh)).joined).toBe(false);
  });

  it.each([
    ['an administrator by role', { role: 'admin' as const }],
    ['an administrator by configuration', { email: 'admin@kurs.example' }],
    ['an internal account', { email: 'Tester@kurs.example' }],
  ])('%s, excluded from the draw, cannot join', async (_title, change) => {
    const answer = await (await test.person(change)).post(join);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'contest_team_excluded']);
  });

  it('counts settled signals of the period whatever their result, and neither void ones nor practice', async () => {
    const person = await test.participant();
    for (const result of ['successful', 'neutral', 'unsuccessful'] as const) await test.signal(person, { result });
    await test.signal(person, { deletedAt: new Date(test.time.clock.now()) });
    await test.signal(person, { result: 'void', voidReason: 'operator' });
    await test.signal(person, { hasEdge: false });
    await test.signal(person, { status: 'live', result: null, closePrice: null });
    await test.signal(person, { issuedAt: new Date(startsAt - 1) });
    await test.signal(person, { issuedAt: new Date(startsAt) });
    await test.signal(person, { issuedAt: new Date(endsAt - 3 * minuteMs) });
    await test.signal(person, { issuedAt: new Date(endsAt - 3 * minuteMs + 1) });
    expect((await test.me(person)).signals).toBe(6);
  });

  it('ranks participants with a hundred outcomes by the lower bound of their rate, with masked addresses', async () => {
    const addSignals = async ({ id }: TestPerson, wins: number, losses: number) => {
      const issuedAt = new Date(test.time.clock.now());
      const results = [...Array(wins).fill('successful'), ...Array(losses).fill('unsuccessful')];
      for (const result of results) await test.signal({ id } as TestPerson, { result, issuedAt, closePrice: 1.2 });
    };
    const [steady, lucky, few] = [
      await test.participant({ email: 'steady@example.com' }),
      await test.participant({ email: 'lucky@example.com' }),
      await test.participant({ email: 'few@example.com' }),
    ];
    await addSignals(steady, 66, 40);
    await addSignals(lucky, 60, 40);
    await addSignals(few, 90, 9);
    await addSignals(await test.person(), 99, 1);
    const { topTraders } = (await test.visitor.get(path)).json<Contest>();
    expect(topTraders.map(({ email, total }) => [email, total])).toEqual([
      ['s***@e***.com', 106],
      ['l***@e***.com', 100],
    ]);
  });

  it('cannot be drawn before its last signals are settled', async () => {
    const operator = await test.person({ role: 'admin' });
    expect((await operator.get(admin)).json()).toMatchObject({ canDraw: false, drawnAt: null });
    const answer = await operator.post(`${admin}/draw`);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'draw_not_ready']);
    expect((await (await test.person()).post(`${admin}/draw`)).statusCode).toBe(403);
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
    expect((await test.me(person)).joined).toBe(status === 200);
    expect((await person.get(path)).json().drawAt).toBe('2027-01-10T21:59:59.999Z');
    await test.close();
  });

  it('is over where the operator disabled the contest, which is then not found', async () => {
    const test = await createTestContest({ settings: null });
    const person = await test.person();
    const answers = [await person.get(path), await person.post(join)];
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [404, 'contest_off'],
      [409, 'contest_closed'],
    ]);
    await test.close();
  });
});

describe('the draw', () => {
  let test: TestContest;
  let operator: TestPerson;
  let people: TestPerson[];
  /** Numbers of the source of randomness to come; afterwards 0. */
  const numbers: number[] = [];
  const state = async (): Promise<AdminContest> => (await operator.get(admin)).json();
  const change = (person: TestPerson | undefined, body: object) =>
    operator.patch(`${admin}/winners/${person?.id}`, body);
  const audited = async () => (await test.database.db.select().from(auditLog)).map(({ action }) => action);

  beforeAll(async () => {
    test = await createTestContest({ randomInt: (max) => Math.min(numbers.shift() ?? 0, max - 1) });
    operator = await test.admin();
    people = [];
    for (let n = 0; n < 7; n++) people.push(await test.finisher({ email: `p${n}@example.com`, lang: 'ru' }));
    people.sort((a, b) => (a.id < b.id ? -1 : 1));
    await test.signal(await test.participant());
    const blocked = await test.finisher();
    await operator.get(admin);
    await test.database.pool.query('update users set is_blocked = true where id = $1', [blocked.id]);
    test.end();
  });
  afterAll(() => test.close());

  it('picks five different participants with ten signals at random, once, and mails them', async () => {
    expect(await state()).toMatchObject({ participants: 9, eligible: 7, canDraw: true, winners: [] });
    numbers.push(6, 5);
    const answers = await Promise.all(Array.from({ length: 3 }, () => operator.post(`${admin}/draw`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const expected = [6, 5, 0, 1, 2].map((place, n) => ({
      prize: n + 1,
      userId: people[place]?.id,
      status: 'awaiting',
    }));
    expect((await state()).winners).toMatchObject(expected);
    expect(test.mails.map(({ userId, lang, kind }) => [userId, lang, kind])).toEqual(
      expected.map(({ userId }) => [userId, 'ru', 'contest_won']),
    );
    expect(await audited()).toEqual(['contest.draw']);
    const shown = (await test.visitor.get(path)).json<Contest>();
    expect([shown.state, shown.winners[0]]).toEqual([
      'drawn',
      { prize: 1, email: 'p***@e***.com', status: 'awaiting' },
    ]);
  });

  it('asks the winners, and nobody else, for screenshots until the deadline of a week', async () => {
    const { prize } = await test.me(people[6] as TestPerson);
    expect(prize).toMatchObject({ status: 'awaiting', screenshots: 0 });
    expect(Date.parse(prize?.sendUntil ?? '') - test.time.clock.now()).toBe(7 * dayMs);
    expect((await test.me(people[3] as TestPerson)).prize).toBeNull();
    const answer = await people[3]?.post(`${path}/screenshots`, png, asPng);
    expect([answer?.statusCode, answer?.json().code]).toEqual([409, 'screenshot_not_wanted']);
  });

  it('accepts PNG, JPEG and WebP by their first bytes, up to 2 MB, twenty of them', async () => {
    const send = (image: Buffer, type = 'image/png') =>
      people[6]?.post(`${path}/screenshots`, image, { 'content-type': type });
    const jpeg = Buffer.from('ffd8ff00', 'hex');
    const webp = Buffer.from('RIFF0000WEBP');
    for (const image of [png, jpeg, webp]) expect((await send(image))?.statusCode).toBe(201);
    for (const image of [Buffer.from('<svg onload=alert(1)>'), Buffer.from('GIF89a')])
      expect((await send(image))?.json().code).toBe('image_not_accepted');
    expect((await send(Buffer.concat([png, Buffer.alloc(2_097_152)])))?.statusCode).toBe(413);
    expect((await send(png, 'image/svg+xml'))?.statusCode).toBe(415);
    for (let sent = 3; sent < 20; sent++) await send(png);
    expect((await send(png))?.json().code).toBe('screenshot_not_wanted');
    expect((await test.me(people[6] as TestPerson)).prize?.screenshots).toBe(20);
  });

  it('shows a screenshot to administrators alone, as a download, and writes each view to the audit log', async () => {
    const id = (await state()).winners[0]?.screenshots[0]?.id;
    const shown = await operator.get(`${admin}/screenshots/${id}`);
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload]).toEqual([200, 'image/png', png]);
    expect(shown.headers['content-disposition']).toContain('attachment');
    expect((await people[6]?.get(`${admin}/screenshots/${id}`))?.statusCode).toBe(403);
    expect((await operator.get(`${admin}/screenshots/nothing`)).statusCode).toBe(404);
    expect(await audited()).toContain('contest.readScreenshot');
  });

  it('passes the prize of a winner who fails on to another participant, with a reason', async () => {
    expect((await change(people[5], { status: 'replaced' })).statusCode).toBe(400);
    expect((await change(people[5], { status: 'replaced', reason: 'No answer.' })).statusCode).toBe(204);
    expect(test.mails.at(-1)).toMatchObject({ userId: people[3]?.id, kind: 'contest_won' });
    const second = (await state()).winners.filter(({ prize }) => prize === 2);
    expect(second.map(({ userId, status }) => [userId, status])).toEqual([
      [people[5]?.id, 'replaced'],
      [people[3]?.id, 'awaiting'],
    ]);
    expect((await change(people[5], { status: 'confirmed' })).json().code).toBe('winner_not_changeable');
    const log = await test.database.db.select().from(auditLog);
    expect(log.at(-1)).toMatchObject({ action: 'contest.changeWinner', reason: 'No answer.', targetId: people[5]?.id });
    expect((await test.visitor.get(path)).json().winners).toHaveLength(5);
  });
});
