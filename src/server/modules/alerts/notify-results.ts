import { isQuiet, resultDropMs, resultMailMs } from '#domain/signals/alert-rule.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { inTransaction } from '#server/database/connection.ts';
import { toResult } from '#server/deliveries/message.ts';
import { isolateFailures } from '#server/jobs/isolate-failures.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { AlertsContext } from './alerts-context.ts';
import { findEventBefore, listEventsAfter, listRules, type ResultEvent, toResultEvents } from './alerts.repository.ts';
import { storeAlerts } from './store-alerts.ts';

const batchSize = 100;
const retryMs = minuteMs;
const everyMs = secondMs;
const afterErrorMs = 10 * secondMs;

/**
 * Results of own signals, for users who want them, from the outbox of events: after the settlement and
 * in transactions of their own. A start goes back as far as a result is news, and several processes may
 * read the same: a signal has one result.
 */
export function notifyingResults(ctx: AlertsContext) {
  const { db, clock, log } = ctx;
  /** The newest event that was read. */
  let position: number | null = null;
  let failed: readonly ResultEvent[] = [];
  let retryAt = 0;

  const notifyUsers = async (results: readonly ResultEvent[]): Promise<void> => {
    const failures = await isolateFailures(results, (some) => storeResults(ctx, some));
    // An error of all of several concerns no single one of them.
    if (failures.length > 1 && failures.length === results.length) throw failures[0]?.error;
    if (failed.length === 0) retryAt = clock.now() + retryMs;
    failed = [...failed, ...failures.map(({ item }) => item)];
    for (const { item, error } of failures)
      log.error({ err: error, userId: item.userId }, 'notifying a user of a result failed; retrying in a minute');
  };

  const retry = async (): Promise<void> => {
    if (failed.length === 0 || clock.now() < retryAt) return;
    const again = failed.filter(({ at }) => clock.now() - at.getTime() < resultMailMs);
    failed = [];
    for (const result of again) await notifyUsers([result]);
  };

  const notify = async (): Promise<void> => {
    position ??= await findEventBefore(db, new Date(clock.now() - resultDropMs));
    for (let count = batchSize; count === batchSize; ) {
      const events = await listEventsAfter(db, position, batchSize);
      await notifyUsers(toResultEvents(events));
      position = events.at(-1)?.id ?? position;
      count = events.length;
    }
    await retry();
  };

  const repeating = repeat({
    firstAfterMs: everyMs,
    everyMs: afterErrorMs,
    task: async () => {
      await notify();
      return everyMs;
    },
    onError: (error) => log.error({ err: error }, 'users were not notified of results; retrying'),
    after: ctx.scheduler.after,
  });
  return { notify, ...repeating };
}

async function storeResults(ctx: AlertsContext, settled: readonly ResultEvent[]): Promise<void> {
  const rules = await listRules(ctx.db, [...new Set(settled.map(({ userId }) => userId))]);
  const wanting = new Map(
    rules.filter(({ results, channels }) => results && channels.length > 0).map((rule) => [rule.userId, rule]),
  );
  if (wanting.size === 0) return;
  const users = new Map((await ctx.accounts.listUsers([...wanting.keys()])).map((user) => [user.id, user]));
  const wanted = settled.flatMap(({ userId, data: { result, ...signal }, at }) => {
    const [rule, user] = [wanting.get(userId), users.get(userId)];
    // Who turns results on later is not notified of those before.
    if (!rule || !user || result === null || rule.changedAt > at) return [];
    if (rule.quietHours && isQuiet(rule.quietHours, at.getTime())) return [];
    const content = toResult(ctx.config, user, { ...signal, result }, at);
    const dropAt = new Date(at.getTime() + resultDropMs);
    return [{ user, channels: rule.channels, content, signalId: signal.id, at, createdAt: at, dropAt }];
  });
  await inTransaction(ctx.db, ({ tx }) => storeAlerts(ctx, tx, wanted));
}
