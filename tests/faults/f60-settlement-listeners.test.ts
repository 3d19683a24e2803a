import { createFakeJobs } from '#tests/support/fake-jobs.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertSettings } from '#contract/alerts.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { noCrash } from '#server/start/crash-points.ts';
import { mails, outcomes } from '#server/database/schema.ts';
import { alertRules } from '#server/database/tables/alert-tables.ts';
import { createMatchMinute } from '#server/modules/alerts/match-minute.ts';
import { createNotifyResults } from '#server/modules/alerts/notify-results.ts';
import { createSendPushes } from '#server/modules/alerts/send-messages.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createQueueMail } from '#server/modules/mail/queue-mail.ts';
import { createSealMail } from '#server/modules/mail/seal-mail.ts';
import { notifySettled, settleDue } from '#server/modules/signals/settlement/settle-due.ts';
import { ownMarket } from '#server/modules/signals/settlement/settlement.ts';
import { aLiveSignal, aTick, expiresAt } from '#tests/support/a-signal.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestAlerts, publicUrl, type TestAlerts } from '#tests/support/network/test-alerts.ts';

let test: TestAlerts;
let errors: { readonly userId?: string; readonly userIds?: readonly string[] }[];
beforeAll(async () => {
  test = await createTestAlerts();
  await aTick(test.database.db, expiresAt - 100, 1.1001);
});
afterAll(() => test.close());
beforeEach(async () => {
  test.reset();
  errors = [];
  await test.database.db.delete(mails);
  await test.database.db.delete(alertRules);
});

const log = { error: (fields: unknown) => void errors.push(fields as (typeof errors)[number]) };

const personsWith = (count: number, settings: Partial<AlertSettings>) =>
  Promise.all(Array.from({ length: count }, () => test.person(settings)));

/** Five traders who want their results by mail, each with a signal that has just expired. */
async function fiveSettled() {
  const people = await personsWith(5, { results: true, channels: ['mail', 'telegram'] });
  const { db } = test.database;
  for (const { id } of people) await aLiveSignal(db, { userId: id });
  const enqueueUserEvents = createEnqueueUserEvents(createInProcessBus(), test.clock);
  const clock = { now: () => expiresAt + 2_000 };
  const ctx = aSignalsContext(testPlatform(test.database, { clock, enqueueUserEvents }));
  const before = await db.$count(outcomes);
  expect(await settleDue(ctx, ownMarket(ctx), expiresAt)).toBe(5);
  expect((await db.$count(outcomes)) - before).toBe(5);
  return people;
}

const mailed = async () =>
  (await test.database.db.select({ userId: mails.userId }).from(mails)).map(({ userId }) => userId).toSorted();
const getIds = (people: readonly { readonly id: string }[]) => people.map(({ id }) => id).toSorted();

/** A listener that fails for some users until it is healed. */
function breakPart(part: 'mail' | 'telegram' | 'alerts', isFailing: (userId: string) => boolean) {
  const state = { isHealed: false };
  const failFor = (userIds: readonly string[]): void => {
    if (!state.isHealed && userIds.some(isFailing)) throw new Error(`${part} is out of order`);
  };
  const usual = {
    ...test.matchNeeds(),
    queueMail: createQueueMail({
      jobs: createFakeJobs(test.clock),
      sealMail: createSealMail({ secret: 'a secret' }),
      clock: test.clock,
      isSending: false,
    }),
  };
  const broken: Record<typeof part, Partial<typeof usual>> = {
    mail: {
      queueMail: async (tx, mail) => {
        failFor([mail.userId]);
        await usual.queueMail(tx, mail);
      },
    },
    telegram: {
      listLinked: async (tx, userIds) => {
        failFor(userIds);
        return usual.listLinked(tx, userIds);
      },
    },
    alerts: {
      getUnsubscribeAddress: (userId, lang) => {
        failFor([userId]);
        return usual.getUnsubscribeAddress(userId, lang);
      },
    },
  };
  return { state, needs: { ...usual, ...broken[part], log, publicUrl } };
}

describe.each(['mail', 'telegram', 'alerts'] as const)('F60: %s out of order after a settlement', (part) => {
  it('for one trader: all are settled, the others notified, and that one named and later notified', async () => {
    const people = await fiveSettled();
    const [first] = people;
    const { state, needs } = breakPart(part, (userId) => userId === first?.id);
    const notify = createNotifyResults(needs);
    await notify();
    expect(await mailed()).toEqual(getIds(people.slice(1)));
    expect(errors.map(({ userId }) => userId)).toEqual([first?.id]);
    state.isHealed = true;
    test.now += minuteMs;
    await notify();
    expect(await mailed()).toEqual(getIds(people));
  });

  it('for all, for an hour: all are settled in time, and notified after it', async () => {
    const people = await fiveSettled();
    const { state, needs } = breakPart(part, () => true);
    const notify = createNotifyResults(needs);
    await expect(notify()).rejects.toThrow('out of order');
    test.now += hourMs;
    await expect(notify()).rejects.toThrow('out of order');
    state.isHealed = true;
    await notify();
    expect(await mailed()).toEqual(getIds(people));
  });

  it('for one trader: the others are alerted of a forecast at once, and that one while it holds', async () => {
    const people = await personsWith(5, { channels: ['mail', 'telegram'] });
    const { state, needs } = breakPart(part, (userId) => userId === people[2]?.id);
    const failed: string[] = [];
    const alerted = Promise.withResolvers<void>();
    // While the failing trader waits for the next attempt.
    const after = (_ms: number, task: () => void) => {
      void alerted.promise.then(task);
      return () => undefined;
    };
    const onError = (_error: unknown, userIds: readonly string[]): void => void failed.push(...userIds);
    const matching = createMatchMinute({ ...needs, after, onError })([test.forecast()]);
    await expect.poll(() => failed).toEqual([people[2]?.id]);
    expect(await mailed()).toEqual(getIds(people.filter((_one, n) => n !== 2)));
    state.isHealed = true;
    alerted.resolve();
    await matching;
    expect(await mailed()).toEqual(getIds(people));
  });
});

it('F60: a push that throws is named and stops none of its batch or after it', async () => {
  const people = await personsWith(3, { channels: ['push'] });
  await test.match([test.forecast()]);
  const sent: string[] = [];
  const send = createSendPushes({
    db: test.database.db,
    clock: test.clock,
    readIdentity: test.identity(),
    sendPush: async (_identity, { endpoint }) => {
      sent.push(endpoint);
      if (sent.length === 1) throw new Error('a device that cannot be encrypted for');
      return 'sent';
    },
    crashPoint: noCrash,
    log,
  });
  await send();
  expect(new Set(sent).size).toBe(3);
  expect(errors.map(({ userId = '' }) => getIds(people).includes(userId))).toEqual([true]);
});

it('F60: a listener in the process that throws hides a settlement from no other listener', async () => {
  const calls: string[] = [];
  const fail = (): void => {
    throw new Error('metrics are out of order');
  };
  const logged = pino({ level: 'error' }, { write: (line) => void calls.push(JSON.parse(line).msg) });
  const ctx = aSignalsContext(testPlatform(test.database, { log: logged }));
  ctx.settledListeners.push(fail, () => void calls.push('auto runs'));
  notifySettled(ctx, [{ id: 'a signal', lagMs: 1 }]);
  expect(calls).toEqual(['a listener of settlements failed', 'auto runs']);
});
