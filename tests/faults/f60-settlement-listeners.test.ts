import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertSettings } from '#contract/alerts.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { outcomes } from '#server/database/schema.ts';
import { alertRules } from '#server/database/tables/alert-tables.ts';
import { notifySettled, ownMarket, settleDue } from '#server/modules/signals/settlement/settlement.ts';
import { aLiveSignal, aTick, expiresAt } from '#tests/support/a-signal.ts';
import { createTestAlerts } from '#tests/support/network/test-alerts.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { logTo } from '#tests/support/silent-log.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestAlerts);
const errors: Record<string, unknown>[] = [];
const log = logTo(errors);
beforeAll(async () => {
  await aTick(test.database.db, expiresAt - 100, 1.1001);
  await test.database.pool.query(`
    create table broken_parts (part text, user_id uuid);
    create function fail_if_broken() returns trigger language plpgsql as $$ begin
      if exists (select from broken_parts where user_id = new.user_id
        and part = coalesce(to_jsonb(new) ->> 'channel', tg_table_name)) then raise exception 'out of order'; end if;
      return new;
    end $$;
    create trigger fails before insert on alerts for each row execute function fail_if_broken();
    create trigger fails before insert on deliveries for each row execute function fail_if_broken()`);
});
beforeEach(async () => {
  await test.reset();
  errors.length = 0;
  await test.database.db.delete(alertRules);
  await heal();
});

type Part = 'mail' | 'telegram' | 'alerts';
type People = readonly { readonly id: string }[];

const breakPart = async (part: Part, people: People): Promise<void> => {
  await test.database.pool.query('insert into broken_parts select $1, unnest($2::uuid[])', [part, getIds(people)]);
};
const heal = () => test.database.pool.query('delete from broken_parts');

/** Each with a chat. */
const personsWith = async (count: number, settings: Partial<AlertSettings>) => {
  const people = await Promise.all(Array.from({ length: count }, () => test.person(settings)));
  for (const { id } of people) await test.linkChat(id);
  return people;
};

/** Five traders who want their results by mail and in their chats, each with a signal that has just expired. */
async function fiveSettled() {
  const people = await personsWith(5, { results: true, channels: ['mail', 'telegram'] });
  const { db } = test.database;
  for (const { id } of people) await aLiveSignal(db, { userId: id });
  const { enqueueUserEvents } = test.ctx;
  const clock = { now: () => expiresAt + 2_000 };
  const ctx = aSignalsContext(testPlatform(test.database, { clock, enqueueUserEvents }));
  const before = await db.$count(outcomes);
  expect(await settleDue(ctx, ownMarket(ctx), expiresAt)).toBe(5);
  expect((await db.$count(outcomes)) - before).toBe(5);
  return people;
}

const mailed = async () => (await test.listMails()).map(({ userId }) => userId).toSorted();
const getIds = (people: People) => people.map(({ id }) => id).toSorted();

describe.each(['mail', 'telegram', 'alerts'] as const)('F60: %s out of order after a settlement', (part) => {
  it('for one trader: all are settled, the others notified, and that one named and later notified', async () => {
    const [first, ...others] = await fiveSettled();
    if (!first) throw new Error('there is no first one');
    await breakPart(part, [first]);
    const { notify } = test.notifying({ log });
    await notify();
    expect(await mailed()).toEqual(getIds(others));
    expect(errors.map(({ userId }) => userId)).toEqual([first.id]);
    await heal();
    test.now += minuteMs;
    await notify();
    expect(await mailed()).toEqual(getIds([first, ...others]));
  });

  it('for all, for an hour: all are settled in time, and notified after it', async () => {
    const people = await fiveSettled();
    await breakPart(part, people);
    const { notify } = test.notifying({ log });
    await expect(notify()).rejects.toThrow();
    test.now += hourMs;
    await expect(notify()).rejects.toThrow();
    await heal();
    await notify();
    expect(await mailed()).toEqual(getIds(people));
  });

  it('for one trader: the others are alerted of a forecast at once, and that one while it holds', async () => {
    const people = await personsWith(5, { channels: ['mail', 'telegram'] });
    const [first, ...others] = people;
    if (!first) throw new Error('there is no first one');
    await breakPart(part, [first]);
    const alerted = Promise.withResolvers<void>();
    const scheduler = {
      // While the failing trader waits for the next attempt.
      after: (_ms: number, task: () => void) => {
        void alerted.promise.then(task);
        return () => undefined;
      },
    };
    const matching = test.match([test.forecast()], { log, scheduler });
    await expect.poll(() => errors.map(({ userIds }) => userIds)).toEqual([[first.id]]);
    expect(await mailed()).toEqual(getIds(others));
    await heal();
    alerted.resolve();
    await matching;
    expect(await mailed()).toEqual(getIds(people));
  });
});

it('F60: a listener in the process that throws hides a settlement from no other listener', async () => {
  let calls = 0;
  const fail = (): void => {
    throw new Error('metrics are out of order');
  };
  const ctx = aSignalsContext(testPlatform(test.database, { log }));
  ctx.settledListeners.push(fail, () => void calls++);
  notifySettled(ctx, [{ id: 'a signal', lagMs: 1 }]);
  expect([calls, errors.map(({ msg }) => msg)]).toEqual([1, ['a listener of settlements failed']]);
});
