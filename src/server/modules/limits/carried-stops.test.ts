import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noLimits } from '#domain/signals/own-limits.ts';
import { traderStops } from '#server/database/tables/limit-tables.ts';
import { createDeleteAccount } from '#server/modules/accounts/own-data/delete-account.ts';
import { createToUserDto } from '#server/modules/accounts/create-accounts-api.ts';
import { createTestTraders, type Person, startsAt, type TestTraders } from '#tests/support/test-traders.ts';
import { dayMs } from '#domain/time.ts';
import { createCarriedStops } from './carried-stops.ts';
import { createOwnLimitsService, type OwnLimitsService } from './own-limits.ts';

const timezone = 'Europe/Kyiv';
const secret = 'another secret of these tests, long enough for anybody';
let day = 0;
/** Each test has its own day of March 2026, from 17:00 in Kyiv, and its own trader. */
const midnight = (): string => new Date(Date.parse('2026-03-03T22:00:00.000Z') + day * dayMs).toISOString();
const traderOfTest = (): string => String(7_900_000 + day);

let test: TestTraders;
let limits: OwnLimitsService;
let remove: (person: Person) => Promise<void>;

beforeAll(async () => {
  test = await createTestTraders();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.pool.query('truncate trader_stops');
  const { db } = test.database;
  const { clock } = test.time;
  day += 1;
  test.time.advance(startsAt + day * dayMs - clock.now());
  limits = createOwnLimitsService({ db, clock, timezone });
  const deleteAccount = createDeleteAccount({
    db,
    clock,
    attempts: { take: async () => undefined },
    passwords: { hash: async () => 'unknown', isRight: async () => true },
    sessions: { endAll: async () => undefined, invalidateUser: () => undefined },
    queueMail: async () => undefined,
    toUserDto: createToUserDto({ adminEmails: [], minBalance: 10 }),
    adminEmails: [],
    eraseListeners: [test.carriedStops.save],
  });
  remove = ({ id }) => deleteAccount(id, 'any');
});

const owner = async (): Promise<Person> => {
  const person = await test.person();
  const answer = await person.post('/api/referral-id', { referralId: traderOfTest() });
  expect(answer.statusCode).toBe(200);
  return person;
};

describe('an account that is deleted and registered again with the same trader', () => {
  it('is still stopped until midnight, even after a second deletion, and no longer', async () => {
    let person = await owner();
    await limits.stopToday(person.id);
    for (let times = 0; times < 2; times++) {
      await remove(person);
      person = await owner();
      await expect(limits.assertNotStopped(person.id)).rejects.toMatchObject({
        code: 'stopped_for_today',
        details: { cause: 'asked', until: midnight() },
      });
    }
    test.time.advance(Date.parse(midnight()) - test.time.clock.now());
    await expect(limits.assertNotStopped(person.id)).resolves.toBeUndefined();
  });

  it('is stopped until midnight when a limit was set, because the results of the day are lost', async () => {
    const first = await owner();
    await limits.change(first.id, { ...noLimits, lossesADay: 3 });
    await remove(first);
    const second = await owner();
    await expect(limits.assertNotStopped(second.id)).rejects.toMatchObject({ code: 'stopped_for_today' });
    expect((await limits.read(second.id)).limits).toEqual(noLimits);
  });

  it('is not stopped without a stop or a limit, nor is any account with another trader', async () => {
    const first = await owner();
    await limits.read(first.id);
    await remove(first);
    const second = await owner();
    await expect(limits.assertNotStopped(second.id)).resolves.toBeUndefined();
    await limits.stopToday(second.id);
    await remove(second);
    const other = await test.person();
    await other.post('/api/referral-id', { referralId: '7999999' });
    await expect(limits.assertNotStopped(other.id)).resolves.toBeUndefined();
  });
});

it('stores no ID, only a keyed hash that differs under another secret', async () => {
  const { db } = test.database;
  const first = await owner();
  await limits.stopToday(first.id);
  await remove(first);
  const foreign = createCarriedStops({ secrets: { secret }, clock: test.time.clock, timezone });
  const second = await test.person();
  await limits.stopToday(second.id);
  await db.transaction((tx) => foreign.save(tx, { id: second.id, referralId: traderOfTest() }));
  const rows = await db.select().from(traderStops);
  expect(rows).toHaveLength(2);
  expect(rows.map(({ stoppedUntil }) => stoppedUntil.toISOString())).toEqual([midnight(), midnight()]);
  expect(JSON.stringify(rows)).not.toContain(traderOfTest());
});
